import { addMembers } from '../codecs/json/add-member.ts'

export interface MadeList {
  version: number | string
  body: string | Uint8Array<ArrayBuffer> | AsyncIterableIterator<Uint8Array> | null
}

/** A list of objects with more members in them, and a version of its own for that. */
export async function listWithMembers<L extends MadeList>(
  found: L,
  version: string,
  isKnown: (version: string) => boolean,
  members: () => Promise<(object: Record<string, unknown>) => Record<string, unknown> | null>,
): Promise<L> {
  const { body } = found
  if (body === null || isKnown(version)) {
    if (body !== null && typeof body !== 'string' && 'return' in body) await body.return?.()
    return { ...found, version, body: null }
  }
  return { ...found, version, body: addMembers(piecesOf(body), await members()) }
}

function piecesOf(
  body: NonNullable<MadeList['body']>,
): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (typeof body === 'string') return [new TextEncoder().encode(body)]
  return body instanceof Uint8Array ? [body] : body
}

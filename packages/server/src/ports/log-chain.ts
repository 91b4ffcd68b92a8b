import { hash } from 'node:crypto'

/** An entry of the log with all that is known of it; the values before and after are JSON as it was written. */
export interface KeptEntry {
  revision: number
  at: string
  actor: string
  actorId: string | null
  origin: string | null
  address: string | null
  step: string | null
  area: string
  operation: string
  entity: string
  before: string | null
  after: string | null
  /** Of this entry and all before it; `null` of one from a version that made none. */
  hash: string | null
}

/** Where the log ends: what the next entry is bound to. */
export type LogEnd = Pick<KeptEntry, 'revision' | 'hash'>

/**
 * SHA-256 over the hash of the entry before and all fields of this one, as text. Each has its length in bytes before
 * it, so that no two entries read the same, and nothing in it depends on how a database keeps it.
 */
export function entryHash(
  before: string | null,
  entry: Omit<KeptEntry, 'hash'>,
  shared = sharedParts(entry),
): string {
  const text =
    asciiPart(before) +
    asciiPart(String(entry.revision)) +
    asciiPart(entry.at) +
    shared +
    asciiPart(entry.operation) +
    part(entry.entity) +
    part(entry.before) +
    part(entry.after)
  return hash('sha256', text)
}

/** Who it was, and where in what: of this text, entries of one request mostly have the same. */
export function sharedParts({
  actor,
  actorId,
  origin,
  address,
  step,
  area,
}: Pick<KeptEntry, 'actor' | 'actorId' | 'origin' | 'address' | 'step' | 'area'>): string {
  return part(actor) + part(actorId) + part(origin) + part(address) + part(step) + part(area)
}

/** Of what is ours in every letter, so that its bytes need not be counted. */
function asciiPart(text: string | null): string {
  return text === null ? '-' : `${text.length}:${text}`
}

function part(text: string | null): string {
  return text === null ? '-' : `${Buffer.byteLength(text)}:${text}`
}

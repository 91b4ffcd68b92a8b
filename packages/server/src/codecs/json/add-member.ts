type Members = Record<string, unknown>

/** One more member in each object of an array that has such a value. */
export function addMember(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  name: string,
  valueOf: (object: Members) => number | string | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return addMembers(pieces, (object) => {
    const value = valueOf(object)
    return value === undefined ? null : { [name]: value }
  })
}

/**
 * A JSON array of objects as it comes in pieces, with more members in those that get any, in place of their own of the same name. All else is
 * passed on as it is; no more than one object is held at a time.
 */
export async function* addMembers(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  membersOf: (object: Members) => Members | null,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let depth = 0
  let isText = false
  let isEscaped = false
  /** The beginning of an object whose end has not come yet. */
  let begun = ''
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true })
    let sent = ''
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const char = text[at]
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (char === '\\') isEscaped = true
        else if (char === '"') isText = false
      } else if (char === '"') {
        isText = true
      } else if (char === '{' || char === '[') {
        depth++
        if (depth === 2) {
          sent += text.slice(from, at)
          from = at
        }
      } else if (char === '}' || char === ']') {
        depth--
        if (depth !== 1) continue
        const object = begun + text.slice(from, at + 1)
        sent += withMembers(object, membersOf)
        begun = ''
        from = at + 1
      }
    }
    if (depth >= 2) begun += text.slice(from)
    else sent += text.slice(from)
    if (sent) yield encoder.encode(sent)
  }
}

function withMembers(text: string, membersOf: (object: Members) => Members | null): string {
  const object = JSON.parse(text) as Members
  const members = membersOf(object)
  if (!members) return text
  if (Object.keys(members).some((name) => Object.hasOwn(object, name))) {
    return JSON.stringify({ ...object, ...members })
  }
  return `${text.slice(0, -1)},${JSON.stringify(members).slice(1)}`
}

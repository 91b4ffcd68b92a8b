type Members = Record<string, unknown>

/**
 * A JSON array of objects as it comes in pieces, with one more member in each of them that has such a value. All else is passed on as it is;
 * no more than one object is held at a time.
 */
export async function* addMember(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  name: string,
  valueOf: (object: Members) => number | string | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const key = JSON.stringify(name)
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
        const value = valueOf(JSON.parse(object) as Members)
        const member = value === undefined ? '' : `,${key}:${JSON.stringify(value)}`
        sent += `${object.slice(0, -1)}${member}}`
        begun = ''
        from = at + 1
      }
    }
    if (depth >= 2) begun += text.slice(from)
    else sent += text.slice(from)
    if (sent) yield encoder.encode(sent)
  }
}

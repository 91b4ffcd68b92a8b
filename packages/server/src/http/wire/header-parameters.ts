export interface ParameterizedHeader {
  /** The part before the first `;`, in lower case. */
  value: string
  /** Names in lower case. */
  parameters: Map<string, string>
}

const token = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y
const unquoted = /[^\s";]*/y

/** `form-data; name="a"; filename*=…`. `null` when it is not of that form or says something twice. */
export function parseParameters(header: string): ParameterizedHeader | null {
  const firstSemicolon = header.indexOf(';')
  const end = firstSemicolon === -1 ? header.length : firstSemicolon
  const parameters = new Map<string, string>()
  let at = skipBlank(header, end)

  while (at < header.length) {
    if (header[at] !== ';') return null
    at = skipBlank(header, at + 1)
    if (at === header.length) break
    const name = match(token, header, at).toLowerCase()
    at = skipBlank(header, at + name.length)
    if (name === '' || header[at] !== '=' || parameters.has(name)) return null
    at = skipBlank(header, at + 1)
    const value = header[at] === '"' ? quoted(header, at) : plain(header, at)
    if (value === null) return null
    parameters.set(name, value.text)
    at = skipBlank(header, value.end)
  }
  return { value: header.slice(0, end).trim().toLowerCase(), parameters }
}

function quoted(header: string, start: number): { text: string; end: number } | null {
  let text = ''
  for (let at = start + 1; at < header.length; at++) {
    const char = header[at]!
    const next = header[at + 1]
    if (char === '"') return { text, end: at + 1 }
    // Browsers send a backslash as it is, other clients escape it: what cannot be an escape is kept.
    const escapes = char === '\\' && (next === '\\' || (next === '"' && at + 2 < header.length))
    text += escapes ? header[++at]! : char
  }
  return null
}

function plain(header: string, start: number): { text: string; end: number } | null {
  const text = match(unquoted, header, start)
  return text === '' ? null : { text, end: start + text.length }
}

function match(sticky: RegExp, text: string, at: number): string {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0] ?? ''
}

function skipBlank(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at++
  return at
}

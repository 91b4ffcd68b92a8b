import { AppError } from '../errors.ts'

// A BOM is kept, and then refused for what it is: no JSON.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new AppError('body.malformed', 'The body is not UTF-8.')
  }
}

/** JSON.parse that also refuses what it would change or drop in silence, and what is nested too deep. */
export function parseJson(text: string, limits: { depth: number }): unknown {
  if (/^[ \t\r\n]*$/.test(text)) throw new AppError('body.empty', 'The request needs a JSON body.')
  check(text, limits.depth)
  return parse(text, text, 0)
}

/** The names so far in an object; a set once a list would be slow to search. */
type Names = string[] | Set<string>
const longList = 16

/** Checks everything but the inside of strings, in one pass and without recursion. */
function check(text: string, maxDepth: number): void {
  const codes = codesOf(text)
  // What is open around the place: an object by its names, an array by null.
  const open: (Names | null)[] = []
  let inner: Names | null = null
  let at = 0
  for (;;) {
    at = skipSpace(codes, at)
    const code = codes[at]!
    if (code === openObject || code === openArray) {
      if (open.length === maxDepth) throw tooDeep(maxDepth)
      inner = code === openObject ? [] : null
      open.push(inner)
      at = skipSpace(codes, at + 1)
      if (codes[at] !== closingOf(inner)) {
        if (inner !== null) at = skipName(text, codes, at, inner)
        continue
      }
    } else {
      at = skipSpace(codes, skipScalar(text, codes, at))
    }

    while (open.length > 0 && codes[at] === closingOf(inner)) {
      open.pop()
      inner = open.length > 0 ? open[open.length - 1]! : null
      at = skipSpace(codes, at + 1)
    }
    if (open.length === 0 && at === text.length) return
    if (open.length === 0 || codes[at] !== comma) throw malformed(text, at)
    at++
    if (inner === null) continue
    if (Array.isArray(inner) && inner.length === longList) {
      inner = new Set(inner)
      open[open.length - 1] = inner
    }
    at = skipName(text, codes, skipSpace(codes, at), inner)
  }
}

const openObject = 0x7b
const closeObject = 0x7d
const openArray = 0x5b
const closeArray = 0x5d
const comma = 0x2c
const colon = 0x3a
const quote = 0x22
const backslash = 0x5c
const minus = 0x2d
const plus = 0x2b
const point = 0x2e
const zero = 0x30
const nine = 0x39
const space = 0x20
const upperE = 0x45
const lowerE = 0x65

// Reading an array is faster than charCodeAt. The 0 at the end spares every reader a look at the length.
function codesOf(text: string): Uint16Array {
  const bytes = Buffer.allocUnsafe(2 * text.length + 2)
  bytes.write(text, 'utf16le')
  const codes = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length + 1)
  codes[text.length] = 0
  return codes
}

function closingOf(names: Names | null): number {
  return names === null ? closeArray : closeObject
}

function skipSpace(codes: Uint16Array, from: number): number {
  let at = from
  let code = codes[at]!
  while (code <= space && (code === space || code === 0x0a || code === 0x0d || code === 0x09)) {
    at++
    code = codes[at]!
  }
  return at
}

/** Past the name of a member and its colon. */
function skipName(text: string, codes: Uint16Array, from: number, names: Names): number {
  if (codes[from] !== quote) throw malformed(text, from)
  const end = skipString(text, codes, from)
  let name = text.slice(from + 1, end - 1)
  if (name.includes('\\')) name = String(parse(text.slice(from, end), text, from))
  if (name === '__proto__') throw unsafeName(from)
  if (Array.isArray(names)) {
    if (names.includes(name)) throw sameName(name, from)
    names.push(name)
  } else {
    if (names.has(name)) throw sameName(name, from)
    names.add(name)
  }
  const at = skipSpace(codes, end)
  if (codes[at] !== colon) throw malformed(text, at)
  return at + 1
}

function skipScalar(text: string, codes: Uint16Array, at: number): number {
  const code = codes[at]!
  if (code === quote) return skipString(text, codes, at)
  if (code === minus || (code >= zero && code <= nine)) return skipNumber(text, codes, at)
  if (text.startsWith('true', at) || text.startsWith('null', at)) return at + 4
  if (text.startsWith('false', at)) return at + 5
  throw malformed(text, at)
}

// JSON.parse will judge what is inside. In long strings the native search is much faster than a loop.
function skipString(text: string, codes: Uint16Array, from: number): number {
  let end = from + 1
  for (let code = codes[end]!; code > 0 && end - from < 24; code = codes[++end]!) {
    if (code === quote) return end + 1
    if (code === backslash) end++
  }
  end = text.indexOf('"', end)
  while (end > 0 && codes[end - 1] === backslash && isEscaped(codes, end)) {
    end = text.indexOf('"', end + 1)
  }
  if (end < 0) throw malformed(text, text.length)
  return end + 1
}

function isEscaped(codes: Uint16Array, at: number): boolean {
  let first = at
  while (codes[first - 1] === backslash) first--
  return (at - first) % 2 === 1
}

function skipNumber(text: string, codes: Uint16Array, from: number): number {
  const start = codes[from] === minus ? from + 1 : from
  let at = codes[start] === zero ? start + 1 : skipDigits(text, codes, start)
  if (codes[at] !== point && codes[at] !== lowerE && codes[at] !== upperE) {
    // Up to 15 digits nothing is lost.
    if (at - start > 15 && !Number.isSafeInteger(Number(text.slice(from, at))))
      throw numberLost(from)
    return at
  }
  if (codes[at] === point) at = skipDigits(text, codes, at + 1)
  if (codes[at] === lowerE || codes[at] === upperE) {
    const sign = codes[at + 1]
    at = skipDigits(text, codes, sign === plus || sign === minus ? at + 2 : at + 1)
  }
  if (!Number.isFinite(Number(text.slice(from, at)))) throw numberLost(from)
  return at
}

function skipDigits(text: string, codes: Uint16Array, from: number): number {
  let at = from
  let code = codes[at]!
  while (code >= zero && code <= nine) {
    at++
    code = codes[at]!
  }
  if (at === from) throw malformed(text, at)
  return at
}

/** `part` stands at `from` in the body. */
function parse(part: string, text: string, from: number): unknown {
  try {
    return JSON.parse(part)
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1] ?? 0
    throw malformed(text, from + Number(position))
  }
}

function malformed(text: string, position: number): AppError {
  const found = JSON.stringify(text.slice(position, position + 10))
  const what = position < text.length ? `${found} is unexpected` : 'it ends too early'
  const message = `The body is not JSON: ${what} at position ${position}.`
  return new AppError('body.malformed', message, { position })
}

function tooDeep(limit: number): AppError {
  return new AppError('body.too_deep', `The body is nested deeper than ${limit} levels.`, { limit })
}

function unsafeName(position: number): AppError {
  const message = `The key at position ${position} is __proto__, which no object may have.`
  return new AppError('body.unsafe_key', message, { position })
}

function sameName(name: string, position: number): AppError {
  const key = name.slice(0, 60).toWellFormed()
  const message = `The key ${JSON.stringify(key)} at position ${position} is there for the second time.`
  return new AppError('body.duplicate_key', message, { key, position })
}

function numberLost(position: number): AppError {
  const message = `The number at position ${position} cannot be kept exactly; send it as text.`
  return new AppError('body.number_lost', message, { position })
}

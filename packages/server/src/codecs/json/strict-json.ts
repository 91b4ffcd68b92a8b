import { AppError } from '../../errors.ts'

/** JSON.parse that also refuses what it would change or drop in silence, and what is nested too deep. */
export function parseJson(text: string, limits: { depth: number }): unknown {
  if (skipSpace(text, 0) === text.length) {
    throw new AppError('body.empty', 'The request needs a JSON body.')
  }
  check(text, limits.depth)
  return parse(text, text, 0)
}

/** The names so far in an object; a set once a list would be slow to search. */
type Names = string[] | Set<string>
const longList = 16

/** Checks everything but the inside of strings, in one pass and without recursion. */
function check(text: string, maxDepth: number): void {
  // What is open around the place: an object by its names, an array by null.
  const open: (Names | null)[] = []
  let inner: Names | null = null
  let at = 0
  for (;;) {
    let code = codeAt(text, at)
    if (code <= space) {
      at = skipSpace(text, at)
      code = codeAt(text, at)
    }
    if (code === openObject || code === openArray) {
      if (open.length === maxDepth) throw tooDeep(maxDepth)
      inner = code === openObject ? [] : null
      open.push(inner)
      at = skipSpace(text, at + 1)
      if (codeAt(text, at) !== closingOf(inner)) {
        if (inner !== null) at = skipName(text, at, inner)
        continue
      }
    } else {
      at = skipScalar(text, at, code)
    }

    for (;;) {
      code = codeAt(text, at)
      if (code <= space) {
        at = skipSpace(text, at)
        code = codeAt(text, at)
      }
      if (open.length === 0) {
        if (at === text.length) return
        throw malformed(text, at)
      }
      if (code === comma) break
      if (code !== closingOf(inner)) throw malformed(text, at)
      open.pop()
      inner = open.length > 0 ? open[open.length - 1]! : null
      at++
    }

    at++
    if (inner === null) continue
    if (Array.isArray(inner) && inner.length === longList) {
      inner = new Set(inner)
      open[open.length - 1] = inner
    }
    at = skipName(text, skipSpace(text, at), inner)
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

// Reading past the end would give NaN, and make every comparison one of floating-point numbers.
function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : -1
}

function closingOf(names: Names | null): number {
  return names === null ? closeArray : closeObject
}

function skipSpace(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > space || !(code === space || code === 0x0a || code === 0x0d || code === 0x09)) break
  }
  return at
}

/** Past the name of a member and its colon. */
function skipName(text: string, from: number, names: Names): number {
  if (codeAt(text, from) !== quote) throw malformed(text, from)
  let end = from + 1
  let code = codeAt(text, end)
  while (code !== quote && code !== backslash && code >= space) {
    end++
    code = codeAt(text, end)
  }
  if (code !== quote) end = skipString(text, from) - 1
  const name = code === quote ? text.slice(from + 1, end) : unescaped(text, from, end + 1)

  if (name === '__proto__') throw unsafeName(from)
  if (Array.isArray(names)) {
    if (names.includes(name)) throw sameName(name, from)
    names.push(name)
  } else {
    if (names.has(name)) throw sameName(name, from)
    names.add(name)
  }

  const at = skipSpace(text, end + 1)
  if (codeAt(text, at) !== colon) throw malformed(text, at)
  return at + 1
}

function skipScalar(text: string, at: number, code: number): number {
  if (code === quote) return skipString(text, at)
  if (code === minus || isDigit(code)) return skipNumber(text, at, code)
  if (text.startsWith('true', at) || text.startsWith('null', at)) return at + 4
  if (text.startsWith('false', at)) return at + 5
  throw malformed(text, at)
}

// The native search is many times faster than a loop; JSON.parse judges what is in between.
function skipString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1)
  while (end > 0 && text.charCodeAt(end - 1) === backslash && isEscaped(text, end)) {
    end = text.indexOf('"', end + 1)
  }
  if (end < 0) throw malformed(text, text.length)
  return end + 1
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === backslash) first--
  return (at - first) % 2 === 1
}

function skipNumber(text: string, from: number, first: number): number {
  const start = first === minus ? from + 1 : from
  const lead = first === minus ? codeAt(text, start) : first
  if (!isDigit(lead)) throw malformed(text, start)
  let at = start + 1
  let code = codeAt(text, at)
  while (lead !== zero && isDigit(code)) {
    at++
    code = codeAt(text, at)
  }
  if (code !== point && code !== lowerE && code !== upperE) {
    // Up to 15 digits nothing is lost.
    if (at - start > 15 && isLostNumber(text.slice(from, at))) throw numberLost(from)
    return at
  }

  if (code === point) {
    at = skipDigits(text, at + 1)
    code = codeAt(text, at)
  }
  if (code === lowerE || code === upperE) {
    const sign = codeAt(text, at + 1)
    at = skipDigits(text, sign === plus || sign === minus ? at + 2 : at + 1)
  }
  if (isLostNumber(text.slice(from, at))) throw numberLost(from)
  return at
}

/**
 * Whether a reader of JSON would silently make another number of it: whole numbers beyond 2^53
 * that are not written as JavaScript would write them, and what becomes Infinity.
 */
export function isLostNumber(literal: string): boolean {
  const value = Number(literal)
  if (!Number.isFinite(value)) return true
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER || /e/i.test(literal)) return false
  const whole = literal.replace(/^\+/, '').replace(/\.0*$/, '')
  return !whole.includes('.') && String(value) !== whole
}

function skipDigits(text: string, from: number): number {
  let at = from
  while (isDigit(codeAt(text, at))) at++
  if (at === from) throw malformed(text, at)
  return at
}

function isDigit(code: number): boolean {
  return code >= zero && code <= nine
}

function unescaped(text: string, from: number, end: number): string {
  return String(parse(text.slice(from, end), text, from))
}

/** `part` stands at `from` in the body. */
function parse(part: string, text: string, from: number): unknown {
  try {
    return JSON.parse(part)
  } catch (error) {
    // Only the inside of a string can still be wrong, and then V8 says where.
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

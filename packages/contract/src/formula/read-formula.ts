import { fault } from './formula-problem.ts'
import type { Place } from './formula-problem.ts'
import { isLonger, unitsOf } from './formula-texts.ts'

/** A formula as it was read. */
export type Node = Place &
  (
    | { is: 'number'; value: number; isWhole: boolean }
    | { is: 'text'; value: string }
    | { is: 'boolean'; value: boolean }
    | { is: 'column'; name: string }
    | { is: 'call'; name: string; of: Node[] }
    | { is: 'sign'; sign: Sign; of: [Node, Node] }
  )

export type Sign = (typeof levels)[number][number]

/** In characters. */
export const maxFormulaLength = 2000
/** Of all formulas of a table together: they are read anew with each change of it. */
export const maxFormulasLength = 50_000
const maxDepth = 50

/** From what binds least to what binds most. */
const levels = [
  ['or'],
  ['and'],
  ['=', '<>', '<=', '>=', '<', '>'],
  ['&'],
  ['+', '-'],
  ['*', '/', '%'],
] as const

interface Token extends Place {
  is: 'number' | 'text' | 'name' | 'column' | 'sign' | 'end'
  /** What it says: the number, the text, the name, the sign. */
  says: string
}

const spaces = /\s*/y
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const bareName = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy
const sign = /<=|>=|<>|!=|==|[-+*/%&=<>(),;]/y
const quoted: Record<string, { close: string; is: 'text' | 'column' }> = {
  '"': { close: '"', is: 'text' },
  "'": { close: "'", is: 'text' },
  '{': { close: '}', is: 'column' },
  '[': { close: ']', is: 'column' },
  '`': { close: '`', is: 'column' },
}

/** Words that are no names of columns as they stand. */
const words = ['and', 'or', 'not', 'true', 'false']
/** Different ways to write a sign. */
const sameSigns: ReadonlyMap<string, string> = new Map([
  ['!=', '<>'],
  ['==', '='],
  [';', ','],
])
/** What no cell can hold. */
const unstorable = /[\0\p{Surrogate}]/u

function tokensOf(text: string): Token[] {
  if (isLonger(text, maxFormulaLength)) {
    throw fault('too-long', { at: unitsOf(text, maxFormulaLength), end: text.length }, '')
  }
  const bad = unstorable.exec(text)
  if (bad) {
    const code = text.charCodeAt(bad.index).toString(16).toUpperCase().padStart(4, '0')
    throw fault('unexpected', { at: bad.index, end: bad.index + 1 }, `U+${code}`)
  }
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0] ?? null
  }
  for (;;) {
    at += match(spaces)?.length ?? 0
    if (at >= text.length) break
    const token = quotedAt(text, at) ?? plainAt(at, match)
    if (!token)
      throw fault('unexpected', { at, end: at + 1 }, String.fromCodePoint(text.codePointAt(at)!))
    tokens.push(token)
    at = token.end
  }
  tokens.push({ is: 'end', says: '', at: text.length, end: text.length })
  return tokens
}

/** What closes it stands in it twice. */
function quotedAt(text: string, at: number): Token | null {
  const found = quoted[text[at]!]
  if (!found) return null
  let says = ''
  for (let from = at + 1; ;) {
    const close = text.indexOf(found.close, from)
    if (close < 0) throw fault('unfinished', { at, end: text.length }, text.slice(at))
    says += text.slice(from, close)
    if (text[close + 1] !== found.close) return { is: found.is, says, at, end: close + 1 }
    says += found.close
    from = close + 2
  }
}

function plainAt(at: number, match: (pattern: RegExp) => string | null): Token | null {
  const kinds = [
    ['number', number],
    ['name', bareName],
    ['sign', sign],
  ] as const
  for (const [is, pattern] of kinds) {
    const says = match(pattern)
    if (says !== null) return { is, says: sameSigns.get(says) ?? says, at, end: at + says.length }
  }
  return null
}

function isWord(token: Token, word: string): boolean {
  return token.is === 'name' && token.says.toLowerCase() === word
}

/** Throws where the text is no formula. */
export function readFormula(text: string): Node {
  const tokens = tokensOf(text)
  let next = 0
  let depth = 0

  const peek = (): Token => tokens[next]!

  /** Whether what comes is this sign or word; then it is taken. */
  function take(what: string): boolean {
    const token = peek()
    const isIt = token.is === 'sign' ? token.says === what : isWord(token, what)
    if (isIt) next++
    return isIt
  }

  function refuse(token: Token): never {
    if (token.is === 'end') throw fault('unfinished', token, '')
    throw fault('unexpected', token, text.slice(token.at, token.end))
  }

  function inside<T>(read: () => T): T {
    if (++depth > maxDepth) throw fault('too-deep', peek(), '')
    const made = read()
    depth--
    return made
  }

  function expression(level = 0): Node {
    const signs = levels[level]
    if (!signs) return negated()
    // What is denied stands between `and` and what is compared.
    const below = (): Node => (level === 1 ? denied() : expression(level + 1))
    let left = below()
    for (;;) {
      const found = signs.find((one) => take(one))
      if (found === undefined) return left
      const right = below()
      left = { is: 'sign', sign: found, of: [left, right], at: left.at, end: right.end }
    }
  }

  function denied(): Node {
    const token = peek()
    if (!isWord(token, 'not')) return expression(2)
    next++
    const of = inside(denied)
    return { is: 'call', name: 'not', of: [of], at: token.at, end: of.end }
  }

  function negated(): Node {
    const token = peek()
    if (take('+')) return inside(negated)
    if (!take('-')) return value()
    const of = inside(negated)
    return { is: 'call', name: '-', of: [of], at: token.at, end: of.end }
  }

  function value(): Node {
    const token = peek()
    const { at, end, says } = token
    next++
    if (token.is === 'number') {
      return { is: 'number', value: Number(says), isWhole: /^\d+$/.test(says), at, end }
    }
    if (token.is === 'text') return { is: 'text', value: says, at, end }
    if (token.is === 'column') return { is: 'column', name: says, at, end }
    if (token.is === 'sign' && says === '(') {
      const within = inside(() => expression())
      if (!take(')')) refuse(peek())
      return within
    }
    if (token.is !== 'name') refuse(token)
    if (take('(')) return call(token)
    const word = says.toLowerCase()
    if (word === 'true' || word === 'false') {
      return { is: 'boolean', value: word === 'true', at, end }
    }
    if (words.includes(word)) refuse(token)
    return { is: 'column', name: says, at, end }
  }

  function call({ at, says }: Token): Node {
    const of: Node[] = []
    if (!take(')')) {
      do of.push(inside(() => expression()))
      while (take(','))
      if (!take(')')) refuse(peek())
    }
    return { is: 'call', name: says.toLowerCase(), of, at, end: tokens[next - 1]!.end }
  }

  const whole = expression()
  if (peek().is !== 'end') refuse(peek())
  return whole
}

/** The name of a column that stands in a formula, as it is written. */
export type Named = Place & { name: string }

export function columnsNamed(node: Node): Named[] {
  const named: Named[] = []
  const look = (at: Node): void => {
    if (at.is === 'column') named.push(at)
    else if ('of' in at) for (const part of at.of) look(part)
  }
  look(node)
  return named
}

/** A column in a formula, in braces where its name would be read as something else. */
export function writtenColumn(name: string): string {
  const isBare = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.test(name) && !words.includes(name.toLowerCase())
  return isBare ? name : `{${name.replaceAll('}', '}}')}}`
}

/** The formula after columns got other names; the text is a formula. */
export function renamedInFormula(text: string, newName: (name: string) => string | null): string {
  let made = ''
  let from = 0
  for (const { name, at, end } of columnsNamed(readFormula(text))) {
    const to = newName(name)
    if (to === null) continue
    made += text.slice(from, at) + writtenColumn(to)
    from = end
  }
  return made + text.slice(from)
}

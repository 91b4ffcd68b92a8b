import { isDay, isInstant } from './formula-days.ts'
import { cellOf, compared, decided, formulaFunctions, written } from './formula-functions.ts'
import type { FormulaFunction, Taken, Worked } from './formula-functions.ts'
import { cellNumber } from './formula-numbers.ts'
import { fault } from './formula-problem.ts'
import type { Kind } from './formula-problem.ts'
import { characters, isLonger } from './formula-texts.ts'
import type { Node, Sign } from './read-formula.ts'

/** The cells of a row by the names of their columns. */
export type FormulaRow = Readonly<Record<string, unknown>>
export type Work = (row: FormulaRow, budget: Budget) => Worked

/** How many characters the functions of a cell may still look at; below zero it comes to nothing. */
export interface Budget {
  left: number
}

/** Whoever defines a table decides what is asked of each row, and a text can be as long as a request. */
export const cellBudget = 100_000

function affords(budget: Budget, of: readonly Worked[]): boolean {
  for (const one of of) {
    if (typeof one !== 'string' || budget.left < 0) continue
    budget.left -= isLonger(one, budget.left) ? Infinity : characters(one)
  }
  return budget.left >= 0
}

/** A column that a formula names, by its real name; `null` where there is none. */
export type FindColumn = (name: string) => { name: string; type: Kind | 'json' } | null

export interface CompiledPart {
  kind: Kind
  work: Work
}

/** A part with where it stands. */
interface Part extends CompiledPart {
  node: Node
}

/** Throws where the kinds do not fit. */
export function compileNode(node: Node, find: FindColumn): CompiledPart {
  return partOf(node, find)
}

function partOf(node: Node, find: FindColumn): Part {
  if (node.is === 'number') {
    const { value } = node
    const isWhole = node.isWhole && Number.isSafeInteger(value)
    return { node, kind: isWhole ? 'integer' : 'number', work: () => cellNumber(value) }
  }
  if (node.is === 'text') return { node, kind: 'text', work: () => node.value }
  if (node.is === 'boolean') return { node, kind: 'boolean', work: () => node.value }
  if (node.is === 'column') return columnPart(node, find)
  const parts = node.of.map((one) => partOf(one, find))
  return node.is === 'sign' ? signPart(node, parts as [Part, Part]) : callPart(node, parts)
}

function columnPart(node: Node & { is: 'column' }, find: FindColumn): Part {
  const column = find(node.name)
  if (!column) throw fault('unknown-column', node, node.name)
  const { name, type } = column
  if (type === 'json') throw fault('unusable-column', node, name)
  return {
    node,
    kind: type,
    work: (row) => (Object.hasOwn(row, name) ? row[name] : null) as Worked,
  }
}

function isNumeric(kind: Kind): boolean {
  return kind === 'integer' || kind === 'number'
}

const numeric: readonly Kind[] = ['integer', 'number']

type Arithmetic = Extract<Sign, '+' | '-' | '*' | '/' | '%'>
const arithmetic: Record<Arithmetic, (one: number, other: number) => number> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  // By zero it is no number, and the cell empty.
  '/': (one, other) => (other === 0 ? Number.NaN : one / other),
  '%': (one, other) => one % other,
}

type Comparison = Extract<Sign, '=' | '<>' | '<' | '>' | '<=' | '>='>
const comparisons: Record<Comparison, (order: number) => boolean> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
}

function signPart(node: Node & { is: 'sign' }, [left, right]: [Part, Part]): Part {
  const { sign } = node
  if (sign === 'and' || sign === 'or') {
    const [one, other] = [fitting(left, ['boolean']), fitting(right, ['boolean'])]
    return {
      node,
      kind: 'boolean',
      work: (row, budget) =>
        decided([one.work(row, budget), other.work(row, budget)], sign === 'or'),
    }
  }
  if (sign === '&') {
    const work: Work = (row, budget) =>
      cellOf('text', written(left.work(row, budget)) + written(right.work(row, budget)))
    return { node, kind: 'text', work }
  }
  if (sign in arithmetic) {
    const [one, other] = [fitting(left, numeric), fitting(right, numeric)]
    const areWhole = one.kind === 'integer' && other.kind === 'integer' && sign !== '/'
    const kind = areWhole ? 'integer' : 'number'
    const count = arithmetic[sign as Arithmetic]
    return {
      node,
      kind,
      work: both(one, other, (a, b) => cellOf(kind, count(Number(a), Number(b)))),
    }
  }
  const [one, other] = alike(left, right)
  const holds = comparisons[sign as Comparison]
  return { node, kind: 'boolean', work: both(one, other, (a, b) => holds(compared(a, b))) }
}

/** Empty where one of them is. */
function both(one: Part, other: Part, work: (one: Worked, other: Worked) => Worked): Work {
  return (row, budget) => {
    const [a, b] = [one.work(row, budget), other.work(row, budget)]
    return a === null || b === null || !affords(budget, [a, b]) ? null : work(a, b)
  }
}

/** A date that is written in a formula is a text until something wants a date. */
function fitting(part: Part, kinds: readonly Kind[]): Part {
  if (kinds.includes(part.kind)) return part
  const kind = kinds.find((one) => isWrittenAs(part, one))
  if (kind) return { ...part, kind }
  const name = nameOf(part.node)
  throw fault('wrong-kind', part.node, name, { expected: kinds, found: part.kind })
}

function isWrittenAs({ node }: Part, kind: Kind): boolean {
  if (node.is !== 'text') return false
  return (kind === 'date' && isDay(node.value)) || (kind === 'datetime' && isInstant(node.value))
}

function alike(one: Part, other: Part): [Part, Part] {
  const [first, second] = sameKind([one, other])
  return [first!, second!]
}

/** All of one kind: whole numbers go with others. */
function sameKind(parts: readonly Part[]): Part[] {
  const [first] = parts
  const leading = parts.find(({ node }) => node.is !== 'text') ?? first!
  return parts.map((part) => {
    if (part.kind === leading.kind || (isNumeric(part.kind) && isNumeric(leading.kind))) return part
    if (isWrittenAs(part, leading.kind)) return { ...part, kind: leading.kind }
    throw fault('different-kinds', part.node, nameOf(part.node), { found: leading.kind })
  })
}

function callPart(node: Node & { is: 'call' }, given: Part[]): Part {
  const called = formulaFunctions.get(node.name)
  if (!called)
    throw fault('unknown-function', { at: node.at, end: node.at + node.name.length }, node.name)
  refuseCount(node, called, given.length)
  const takenAt = (at: number): Taken => called.takes[at] ?? called.takes.at(-1)!
  const checked = given.map((part, at) => {
    const takes = takenAt(at)
    return typeof takes === 'string' ? part : fitting(part, takes)
  })
  const same = sameKind(checked.filter((_, at) => takenAt(at) === 'same'))
  let next = 0
  const parts = checked.map((part, at) => (takenAt(at) === 'same' ? same[next++]! : part))
  const kind = kindOf(called, parts, same)
  // What only hands texts on does not look at them.
  const looked = parts.flatMap((part, at) => {
    const isLooked = called.compares === true || Array.isArray(takenAt(at))
    return part.kind === 'text' && isLooked ? [at] : []
  })
  return { node, kind, work: calling(called, parts, looked, kind) }
}

function refuseCount(node: Node & { is: 'call' }, called: FormulaFunction, count: number): void {
  const least = called.takes.length - (called.optional ?? 0)
  const most = called.repeats ? Infinity : called.takes.length
  if (count < least || count > most) {
    throw fault('arguments', node, called.name, { least, most })
  }
}

function kindOf(called: FormulaFunction, parts: readonly Part[], same: readonly Part[]): Kind {
  if (called.name === 'round' && (parts.length === 1 || parts[0]!.kind === 'integer'))
    return 'integer'
  if (called.gives === 'first') return parts[0]!.kind
  if (called.gives !== 'same') return called.gives
  return same.find(({ kind }) => kind === 'number')?.kind ?? same[0]!.kind
}

function calling(
  { work, takesEmpty }: FormulaFunction,
  parts: readonly Part[],
  looked: readonly number[],
  kind: Kind,
): Work {
  const apply = work as (...of: Worked[]) => Worked
  return (row, budget) => {
    const of = parts.map((part) => part.work(row, budget))
    if (
      looked.length > 0 &&
      !affords(
        budget,
        looked.map((at) => of[at] ?? null),
      )
    )
      return null
    return !takesEmpty && of.includes(null) ? null : cellOf(kind, apply(...of))
  }
}

function nameOf(node: Node): string {
  if (node.is === 'number' || node.is === 'text' || node.is === 'boolean') return String(node.value)
  return node.is === 'sign' ? node.sign : node.name
}

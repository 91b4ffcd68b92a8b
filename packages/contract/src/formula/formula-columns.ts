import { cellBudget, compileNode } from './compile-formula.ts'
import type { FormulaRow, Work } from './compile-formula.ts'
import { cellOf } from './formula-functions.ts'
import type { Worked } from './formula-functions.ts'
import { fault, orProblem } from './formula-problem.ts'
import type { FormulaProblem, Kind } from './formula-problem.ts'
import { columnsNamed, readFormula } from './read-formula.ts'
import type { Named, Node } from './read-formula.ts'

/** What is asked of a column here. */
export interface AnyColumn {
  name: string
  type: Kind | 'json'
  formula?: string | undefined
}

/** A column that is worked out. */
export interface FormulaColumn {
  name: string
  type: Kind
  /** The columns that it is worked out from, those that their formulas name among them, without itself. */
  reads: ReadonlySet<string>
  work: (row: FormulaRow) => Worked
}

/** Why one of the formulas of a table does not work. */
export interface ColumnProblem extends FormulaProblem {
  column: string
}

/** A formula that was read, and not compiled yet. */
interface ReadFormula {
  name: string
  node: Node
  /** The formulas that it names, by the names of their columns, each with the first place where. */
  needs: ReadonlyMap<string, Named>
}

/** The columns with formulas, each behind those that it needs; or what is wrong with one of them. */
export function compileFormulas(
  columns: readonly AnyColumn[],
): { formulas: FormulaColumn[] } | { problem: ColumnProblem } {
  const find = columnFinder(columns)
  const made = new Map<string, FormulaColumn>()
  // That at which something is wrong, if it is.
  let column = ''

  function read({ name, formula }: AnyColumn): ReadFormula[] {
    if (formula === undefined) return []
    column = name
    const node = readFormula(formula)
    const needs = new Map<string, Named>()
    for (const named of columnsNamed(node)) {
      const found = find(named.name)
      if (found?.formula !== undefined && !needs.has(found.name)) needs.set(found.name, named)
    }
    return [{ name, node, needs }]
  }

  function compile({ name, node }: ReadFormula): FormulaColumn {
    column = name
    const reads = new Set<string>()
    const { kind, work } = compileNode(node, (named) => {
      const found = find(named)
      if (!found) return null
      const other = made.get(found.name)
      if (!reads.has(found.name)) {
        reads.add(found.name)
        for (const one of other?.reads ?? []) reads.add(one)
      }
      return { name: found.name, type: other?.type ?? found.type }
    })
    return { name, type: kind, reads, work: (row) => cellWithin(kind, work, row) }
  }

  const isMade = (name: string): boolean => made.has(name)
  const answer = orProblem(() => {
    // In rounds, not each inside of another: a chain of them may be longer than the stack is deep.
    for (let waiting = columns.flatMap(read); waiting.length > 0;) {
      const ready = waiting.filter(({ needs }) => [...needs.keys()].every(isMade))
      if (ready.length === 0) {
        const { name, place } = circleIn(waiting, isMade)
        column = name
        throw fault('circle', place, place.name)
      }
      for (const one of ready) made.set(one.name, compile(one))
      waiting = waiting.filter(({ name }) => !isMade(name))
    }
    return { formulas: [...made.values()] }
  })
  return 'problem' in answer ? { problem: { ...answer.problem, column } } : answer
}

/** Each cell has its own budget: what it comes to does not hang on the order in which they are worked out. */
function cellWithin(kind: Kind, work: Work, row: FormulaRow): Worked {
  const budget = { left: cellBudget }
  const made = work(row, budget)
  return budget.left < 0 ? null : cellOf(kind, made)
}

/** Where a circle closes, among formulas of which each needs another. */
function circleIn(
  waiting: readonly ReadFormula[],
  isMade: (name: string) => boolean,
): { name: string; place: Named } {
  const seen = new Set<string>()
  for (let one = waiting[0]!; ;) {
    seen.add(one.name)
    const [next, place] = [...one.needs].find(([name]) => !isMade(name))!
    if (seen.has(next)) return { name: one.name, place }
    one = waiting.find(({ name }) => name === next)!
  }
}

/** Finds a column by its exact name, else in any letter case: no two columns differ in that alone. */
export function columnFinder<C extends { name: string }>(
  columns: readonly C[],
): (name: string) => C | undefined {
  const exact = new Map(columns.map((column) => [column.name, column]))
  const lower = new Map(columns.map((column) => [column.name.toLowerCase(), column]))
  return (name) => exact.get(name) ?? lower.get(name.toLowerCase())
}

/** One formula beside the columns of a table, as somebody types it. */
export function tryFormula(
  columns: readonly AnyColumn[],
  name: string,
  formula: string,
): { formula: FormulaColumn } | { problem: ColumnProblem } {
  const others = columns.filter((column) => column.name !== name)
  const answer = compileFormulas([...others, { name, type: 'text', formula }])
  if ('problem' in answer) return answer
  return { formula: answer.formulas.find((one) => one.name === name)! }
}

const known = new WeakMap<readonly AnyColumn[], readonly FormulaColumn[]>()

/** Those of a table, remembered with it. */
export function formulasOf(columns: readonly AnyColumn[]): readonly FormulaColumn[] {
  const found = known.get(columns)
  if (found) return found
  const answer = compileFormulas(columns)
  // Definitions are checked when they are made; one that came with an archive written by hand leaves its columns empty.
  const formulas = 'formulas' in answer ? answer.formulas : columns.flatMap(emptyColumn)
  known.set(columns, formulas)
  return formulas
}

function emptyColumn({ name, type, formula }: AnyColumn): FormulaColumn[] {
  if (formula === undefined || type === 'json') return []
  return [{ name, type, reads: new Set(), work: () => null }]
}

/** What the cells with formulas are in a row, by all its other cells. */
export function workedOut(
  formulas: readonly FormulaColumn[],
  row: FormulaRow,
): Record<string, Worked> {
  const cells: Record<string, unknown> = { ...row }
  const made: Record<string, Worked> = {}
  for (const { name, work } of formulas) {
    made[name] = work(cells)
    cells[name] = made[name]
  }
  return made
}

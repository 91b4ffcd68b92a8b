import { compileNode } from './compile-formula.ts'
import type { FormulaRow, Work } from './compile-formula.ts'
import { cellOf } from './formula-functions.ts'
import type { Worked } from './formula-functions.ts'
import { fault, orProblem } from './formula-problem.ts'
import type { FormulaFault, FormulaProblem, Kind } from './formula-problem.ts'
import { columnsNamed, readFormula } from './read-formula.ts'
import type { Node } from './read-formula.ts'

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
  work: Work
}

/** Why one of the formulas of a table does not work. */
export interface ColumnProblem extends FormulaProblem {
  column: string
}

/** The columns with formulas, each behind those that it needs; or what is wrong with one of them. */
export function compileFormulas(
  columns: readonly AnyColumn[],
): { formulas: FormulaColumn[] } | { problem: ColumnProblem } {
  const made = new Map<string, FormulaColumn>()
  const underway = new Set<string>()
  let column = ''

  function compile(own: AnyColumn, formula: string): FormulaColumn {
    const known = made.get(own.name)
    if (known) return known
    underway.add(own.name)
    const before = column
    column = own.name
    const node = readFormula(formula)
    const reads = new Set<string>()
    const compiled = compileNode(node, (name) => {
      const found = columnNamed(columns, name)
      if (!found) return null
      reads.add(found.name)
      if (found.formula === undefined) return found
      if (underway.has(found.name)) throw circle(node, name)
      const other = compile(found, found.formula)
      for (const one of other.reads) reads.add(one)
      return { name: found.name, type: other.type }
    })
    underway.delete(own.name)
    column = before
    const { kind, work } = compiled
    const one = {
      name: own.name,
      type: kind,
      reads,
      work: (row: FormulaRow) => cellOf(kind, work(row)),
    }
    made.set(own.name, one)
    return one
  }

  const answer = orProblem(() => {
    for (const each of columns) if (each.formula !== undefined) compile(each, each.formula)
    return { formulas: [...made.values()] }
  })
  return 'problem' in answer ? { problem: { ...answer.problem, column } } : answer
}

function circle(node: Node, name: string): FormulaFault {
  const place = columnsNamed(node).find((one) => one.name === name) ?? node
  return fault('circle', place, name)
}

/** By its exact name, else in any letter case: no two columns differ in that alone. */
export function columnNamed<C extends { name: string }>(
  columns: readonly C[],
  name: string,
): C | undefined {
  const exact = columns.find((column) => column.name === name)
  if (exact) return exact
  const lower = name.toLowerCase()
  return columns.find((column) => column.name.toLowerCase() === lower)
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

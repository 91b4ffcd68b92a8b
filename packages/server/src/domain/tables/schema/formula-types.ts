import { isDeepStrictEqual } from 'node:util'
import { columnFinder, compileFormulas } from '@triptych/contract/formula/formula-columns'
import type { ColumnProblem } from '@triptych/contract/formula/formula-columns'
import { problemText } from '@triptych/contract/formula/formula-problem'
import { characters } from '@triptych/contract/formula/formula-texts'
import { maxFormulasLength } from '@triptych/contract/formula/read-formula'
import type { Column, Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import { invalidColumn } from '../cell-value.ts'
import { formatObstacle } from '../column-format.ts'

/**
 * The columns with the types that their formulas come to; throws where one does not work. `before` are those that there
 * were: a format that does not fit any more is left behind, where nobody has just asked for it.
 */
export function withFormulaTypes<C extends Column & { origin?: string | null }>(
  columns: readonly C[],
  before: Pick<Table, 'columns'> = { columns: [] },
): C[] {
  refuseLong(columns)
  const compiled = compileFormulas(columns)
  if ('problem' in compiled) throw badFormula(compiled.problem, columns, before)
  const types = new Map(compiled.formulas.map(({ name, type }) => [name, type]))
  return columns.map((column) => {
    const type = types.get(column.name)
    if (!type) return column
    const typed = { ...column, type }
    const obstacle = formatObstacle(typed)
    if (obstacle === null) return typed
    const was = before.columns.find(({ name }) => name === column.origin)
    if (!isDeepStrictEqual(was?.format, column.format)) throw invalidColumn(column, obstacle)
    const { format: _format, ...plain } = typed
    return plain as C
  })
}

function refuseLong(columns: readonly Column[]): void {
  const limit = maxFormulasLength
  const length = columns.reduce((sum, { formula = '' }) => sum + characters(formula), 0)
  if (length <= limit) return
  const message = `The formulas of a table have at most ${limit} characters together.`
  throw new AppError('tables.too_many', message, { limit })
}

function badFormula(
  { column, ...problem }: ColumnProblem,
  columns: readonly Column[],
  before: Pick<Table, 'columns'>,
): AppError {
  const lost = columnFinder(before.columns)(problem.name)
  if (problem.reason === 'unknown-column' && lost && !columnFinder(columns)(lost.name)) {
    const message = `${lost.name} is part of the formula of ${column}.`
    return new AppError('tables.column_in_use', message, {
      column: lost.name,
      formulas: [column],
    })
  }
  const message = `The formula of ${column} does not work: ${problemText(problem)}.`
  const { reason, at, length } = problem
  return new AppError('tables.bad_formula', message, { column, reason, at, length })
}

import { formulasOf, workedOut } from '@triptych/contract/formula/formula-columns'
import type { Column, Table } from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'
import type { TableReader, Values } from '../../ports/table-store.ts'

/*
 * The cells of columns with formulas are worked out whenever others of their row are written, and stored and logged
 * beside them. Nothing ever reads them back: what is taken back or looked at as it was is worked out anew.
 */

/** A whole row with all that is worked out in it. */
export function withFormulas(table: Pick<Table, 'columns'>, values: Values): Values {
  const formulas = formulasOf(table.columns)
  return formulas.length === 0 ? values : { ...values, ...workedOut(formulas, values) }
}

/** Cells of a row, without those that are worked out. */
export function withoutFormulas(table: Pick<Table, 'columns'>, values: Values): Values {
  const formulas = formulasOf(table.columns)
  if (formulas.length === 0) return values
  const names = new Set(formulas.map(({ name }) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))
}

interface Cells {
  before: Values
  after: Values
}

/** What of a row changes where these cells do: `old` is the whole row, or all that its formulas read. */
export function withWorkedOut<C extends Cells>(table: Table, old: Values, change: C): C {
  const formulas = touchedBy(table, Object.keys(change.after))
  if (formulas.length === 0) return change
  const made = workedOut(formulas, { ...old, ...change.after })
  const before = { ...change.before }
  const after = { ...change.after }
  for (const [name, value] of Object.entries(made)) {
    if (value === (old[name] ?? null)) continue
    before[name] = old[name] ?? null
    after[name] = value
  }
  return { ...change, before, after }
}

/** The same of rows that are there as they were. */
export async function withAllWorkedOut<C extends Cells & { id: number }>(
  tables: TableReader,
  table: Table,
  changes: readonly C[],
): Promise<readonly C[]> {
  const written = new Set(changes.flatMap(({ after }) => Object.keys(after)))
  const formulas = touchedBy(table, [...written])
  if (formulas.length === 0) return changes
  const names = new Set(formulas.flatMap(({ name, reads }) => [name, ...reads]))
  const ids = changes.map(({ id }) => id)
  const rows = new Map((await tables.rowsById(table, ids, [...names])).map((row) => [row.id, row]))
  return changes.map((change) => withWorkedOut(table, rows.get(change.id)?.values ?? {}, change))
}

function touchedBy({ columns }: Table, names: readonly string[]) {
  return formulasOf(columns).filter(({ reads }) => names.some((name) => reads.has(name)))
}

export function isWorkedOut({ name }: Pick<Column, 'name'>): AppError {
  const message = `${name} is worked out by its formula and cannot be written.`
  return new AppError('tables.read_only_column', message, { column: name })
}

import type { CellValue, Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import { badQuery } from '../query/bad-query.ts'
import { queryColumns } from '../query/query-columns.ts'
import { requestedRowId } from '../row-id.ts'
import { valuesFromRow } from '../row-values.ts'
import type { AskedRow } from './add-rows.ts'
import { refusals } from './refusals.ts'
import { notUnique } from './refuse-clashes.ts'

/** A row with what it has in the columns of the key. */
export interface KeyedRow extends AskedRow {
  cells: CellValue[]
}

export function checkKey(table: Table, key: readonly string[]): void {
  const columns = queryColumns(table)
  for (const name of key) {
    const column = columns.get(name)
    if (!column) throw badQuery('key', 'The table has no such column.')
    if (column.type === 'json') throw badQuery('key', 'JSON cannot be a key.', name)
  }
}

/** Each key comes only once. */
export async function readKeyedRows(
  table: Table,
  key: readonly string[],
  rows: readonly Record<string, CellValue>[],
): Promise<KeyedRow[]> {
  const refused = refusals()
  const keyed: KeyedRow[] = []
  const seen = new Set<string>()
  for (const [index, row] of rows.entries()) {
    await refused.attempt(index, () => {
      const id = requestedRowId(row['id'])
      const values = valuesFromRow(table, row, null)
      const cells = key.map((name) => (name === 'id' ? id : (values[name] ?? null)))
      const missing = key[cells.indexOf(null)]
      if (missing !== undefined) throw keyRequired(missing)
      const text = JSON.stringify(cells)
      if (seen.has(text)) throw notUnique('An earlier row has', key)
      seen.add(text)
      keyed.push({ index, id, values, cells })
    })
  }
  refused.settle()
  return keyed
}

function keyRequired(column: string): AppError {
  const message = `A row needs a value in ${column}, by which it is known.`
  return new AppError('tables.value_required', message, { column })
}

import type { TableReader, Values } from '../../../ports/table-store.ts'
import { uniqueSetsOf } from '../../../ports/table-store.ts'
import type { Sight } from '../find-table.ts'
import { notUnique } from '../refuse-duplicates.ts'
import { refuseMissingRows } from '../schema/references.ts'
import { refusals } from './refusals.ts'
import { storedIds } from './stored-ids.ts'

/** A row as it is to be. */
export interface FinalRow {
  /** Its place in the request. */
  index: number
  id: number
  /** One for each column of the table. */
  values: Values
  /** Those of them that it did not have before. */
  written: Values
}

/**
 * Refuses rows that could not be together when all of them are written: with the same values where
 * they must differ, or with the id of a row that does not exist. The end counts, and not the way
 * there: what one row gives up another may take.
 */
export async function refuseClashes(
  tables: TableReader,
  sight: Sight,
  rows: readonly FinalRow[],
): Promise<void> {
  const table = sight.whole
  const refused = refusals()
  const checks: Check[] = []
  for (const { columns } of uniqueSetsOf(table)) {
    checks.push(await uniqueCheck(tables, sight, columns, rows))
  }
  const ids = new Set(rows.map(({ id }) => id))
  const afterwards: TableReader = {
    ...tables,
    hasRow: async (target, id) =>
      (target.name === table.name && ids.has(id)) || tables.hasRow(target, id),
  }
  for (const row of rows) {
    await refused.attempt(row.index, async () => {
      for (const check of checks) check(row)
      await refuseMissingRows(afterwards, sight, row.id, row.written)
    })
  }
  refused.settle()
}

type Check = (row: FinalRow) => void

async function uniqueCheck(
  tables: TableReader,
  sight: Sight,
  columns: readonly string[],
  rows: readonly FinalRow[],
): Promise<Check> {
  const writers = rows.filter(({ written }) => columns.some((name) => Object.hasOwn(written, name)))
  const writing = new Set(writers.map(({ id }) => id))
  const cellsOf = ({ values }: FinalRow) => columns.map((name) => values[name] ?? null)
  const lists = writers.map(cellsOf).filter((cells) => !cells.includes(null))
  const stored = await storedIds(tables, sight.whole, columns, lists)
  const seen = new Set<string>()
  return (row) => {
    if (!writing.has(row.id)) return
    const cells = cellsOf(row)
    if (cells.includes(null)) return
    const key = JSON.stringify(cells)
    if (seen.has(key)) throw notUnique(sight, 'An earlier row has', columns)
    seen.add(key)
    // Who has it now and writes as well gives it up, or has been seen.
    if (stored.get(key)?.some((id) => !writing.has(id))) {
      throw notUnique(sight, 'Another row has', columns)
    }
  }
}

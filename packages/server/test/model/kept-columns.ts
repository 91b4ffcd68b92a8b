import assert from 'node:assert/strict'
import { keptTables, ownColumns, ownTables } from '../../src/engines/sql/dumped-tables.ts'

/**
 * Whoever adds a table or a column must say whether it goes along with a workspace: else it would be
 * lost in every backup, and nobody would notice. `rows` are all columns of all tables, by name.
 */
export function assertAllKept(rows: readonly (readonly [table: string, column: string])[]): void {
  const found = new Map<string, string[]>()
  for (const [table, column] of rows) {
    // The search for names has tables of its own.
    const name = table.startsWith('_file_names') ? '_file_names' : table
    if (ownColumns.includes(`${name}.${column}`)) continue
    if (!ownTables.includes(name)) found.set(name, [...(found.get(name) ?? []), column])
  }
  const expected = keptTables.map(({ name, columns }) => [name, columns.toSorted()] as const)
  const actual = [...found].map(([name, columns]) => [name, columns.toSorted()] as const)
  assert.deepEqual(Object.fromEntries(actual), Object.fromEntries(expected))
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CellValue, Table } from '@triptych/contract/tables'
import type { Condition } from '../../../ports/row-query.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import { all } from '../query/conditions.ts'
import { queryColumns } from '../query/query-columns.ts'

const rowsAtOnce = 10_000

/**
 * The ids of the stored rows that have one of these lists of values in some columns, by the list as
 * JSON. They are looked for together: without an index each look is one at the whole table.
 */
export async function storedIds(
  tables: TableReader,
  table: Table,
  columns: readonly string[],
  lists: readonly (readonly CellValue[])[],
): Promise<Map<string, number[]>> {
  const found = new Map(lists.map((list) => [JSON.stringify(list), [] as number[]]))
  if (found.size === 0) return found
  const where = nearTo(table, columns, lists)
  for (let after = 0; ;) {
    const page = await tables.cellsWhere(table, where, columns, after, rowsAtOnce)
    if (page.length === 0) return found
    for (const { id, values } of page) found.get(JSON.stringify(values))?.push(id)
    after = page.at(-1)!.id
    await nextTurn()
  }
}

/**
 * Lets all these rows pass, and as few others as it can. By one column: an index on several would be
 * searched for each value of one with each value of the other.
 */
function nearTo(
  table: Table,
  columns: readonly string[],
  lists: readonly (readonly CellValue[])[],
): Condition {
  const choices = columns.map((column, place) => ({
    column,
    values: [...new Set(lists.map((list) => list[place]!))],
  }))
  const [best] = choices.toSorted((one, other) => other.values.length - one.values.length)
  return among(table, best!.column, best!.values)
}

function among(table: Table, column: string, values: readonly CellValue[]): Condition {
  const cell = { column, read: 'value' } as const
  const type = queryColumns(table).get(column)?.type
  if (type === 'boolean') return { kind: 'hasValue', column }
  if (type !== 'number') return { kind: 'oneOf', cell, values: values as (string | number)[] }
  // A fraction in a list may not be read to the last digit.
  const numbers = (values as number[]).toSorted((one, other) => one - other)
  return all([
    { kind: 'compare', cell, operator: '>=', value: numbers[0]! },
    { kind: 'compare', cell, operator: '<=', value: numbers.at(-1)! },
  ])
}

import { DataStore } from '@svar-ui/grid-store'
import type { CellValue, Column } from '@triptych/contract/tables'
import { readSort } from '../../src/domain/tables/query/read-sort.ts'
import { orderSql } from '../../src/engines/sql/tables/sort-sql.ts'
import { identifier, sql } from '../../src/engines/sql/core/sql.ts'
import { everyColumn, queryTable, rowsInSql } from '../fixtures/query-table.ts'
import type { EmptySql, QueryRow } from '../fixtures/query-table.ts'
import { clientRow, someCell } from './query-values.ts'
import { seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import type { GridStore } from '../svar/grid-client.ts'

// JSON is sorted by its text on purpose: the client's order of lists and objects is none.
const table = queryTable(everyColumn.columns.filter(({ type }) => type !== 'json'))
const names = ['id', ...table.columns.map(({ name }) => name)]
const rowsAtOnce = 12

const store = new DataStore((value: unknown) => value) as GridStore
store.initOnce()

/**
 * The client says of two empty cells that each comes before the other, and the same of two equal
 * dates: then its order depends on how it happens to compare. So each comes only once in a column.
 */
function someDistinctCells(random: SeededRandom, column: Column): CellValue[] {
  const seen = new Set<CellValue>()
  const isDate = column.type === 'date' || column.type === 'datetime'
  return Array.from({ length: rowsAtOnce }, () => {
    for (;;) {
      const value = someCell(random, column)
      if (seen.has(value) && (isDate || value === null)) continue
      seen.add(value)
      return value
    }
  })
}

function someDistinctRows(random: SeededRandom): QueryRow[] {
  const cells = table.columns.map(
    (column) => [column.name, someDistinctCells(random, column)] as const,
  )
  return Array.from({ length: rowsAtOnce }, (_, index) => ({
    ...Object.fromEntries(cells.map(([name, values]) => [name, values[index] ?? null])),
    id: index + 1,
  }))
}

function someSort(random: SeededRandom): { key: string; order: string }[] {
  const names = new Set<string>()
  for (let count = random.between(1, 4); count > 0; count--) {
    names.add(random.pick([...names, 'open', 'seen']))
  }
  return [...names].map((key) => ({ key, order: random.pick(['asc', 'desc']) }))
}

/** The ids in the order of the real grid, clicked together column by column. */
async function gridOrder(
  rows: QueryRow[],
  sort: { key: string; order: string }[],
): Promise<number[]> {
  store.init({
    columns: names.map((id) => ({ id })),
    data: rows.map((row) => clientRow(row, table)),
    selectedRows: [],
    sizes: {},
    split: { left: 0 },
  })
  for (const [index, { key, order }] of sort.entries()) {
    await store.in.exec('sort-rows', { key, order, add: index > 0 })
  }
  return store.getState().data.map(({ id }) => Number(id))
}

export interface SortRun {
  seed: number
  cases: number
  open?: () => Promise<EmptySql>
}

/** Sorts random rows by random columns, as SVAR's grid does and in SQL; answers the first difference. */
export async function sortDifference({ seed, cases, open }: SortRun): Promise<string | null> {
  const random = seededRandom(seed)
  const inSql = await rowsInSql(table, open)
  try {
    for (let number = 0, rows: QueryRow[] = []; number < cases; number++) {
      if (number % 50 === 0) {
        rows = someDistinctRows(random)
        await inSql.putRows(rows)
      }
      const sort = someSort(random)
      const found = await inSql.session.all(
        sql`select "id" from ${identifier(table.name)}
            order by ${orderSql(inSql.dialect, table, readSort(table, sort))}`,
      )
      const expected = await gridOrder(rows, sort)
      if (String(found) === String(expected)) continue
      return `seed ${seed}, case ${number}, ${JSON.stringify(sort)}: ${found.join()} for ${expected.join()}`
    }
    return null
  } finally {
    inSql.close()
  }
}

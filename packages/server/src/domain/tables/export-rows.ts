import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CellValue, Column, Table } from '@triptych/contract/tables'
import type { Context } from '../../context.ts'
import { authorise } from '../../auth/principal.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { RowForm, RowQuery } from '../../ports/table-query.ts'
import type { TableReader } from '../../ports/table-store.ts'
import { findTable } from './find-table.ts'
import { readQuery } from './query/read-query.ts'
import type { QueryInput } from './query/read-query.ts'
import { columnNamed } from './row-values.ts'
import { rowXml } from './xlsx/row-xml.ts'
import { checkSheetFits, writeXlsx } from './xlsx/write-xlsx.ts'

export type ExportForm = RowForm | 'xlsx'

export interface ExportInput {
  table: string
  query: QueryInput
  form: ExportForm
}

const empty = new Uint8Array(0)

/** All rows of a query as a file, made as it is taken. */
export async function exportRows(
  ctx: Context,
  { table: name, query: asked, form }: ExportInput,
): Promise<AsyncIterableIterator<Uint8Array>> {
  authorise(ctx.principal, 'tables.read')
  const body = ctx.workspace.database.stream(async function* ({ tables }: ReadStores) {
    const { table } = await findTable(tables, name)
    const query = await readQuery(tables, table, asked)
    if (form === 'xlsx') {
      const rows = await tables.count(table, query.where, Number.MAX_SAFE_INTEGER)
      checkSheetFits(table.columns.length + 1, rows + 1)
    }
    yield empty
    yield* form === 'xlsx' ? workbook(ctx, tables, table, query) : tables.rows(table, query, form)
  })
  // The empty first piece tells that there is nothing wrong with what was asked for.
  await body.next()
  return body
}

const idColumn = { name: 'id', type: 'integer' } as const

function workbook(ctx: Context, tables: TableReader, table: Table, query: RowQuery) {
  const columns = [idColumn, ...columnsIn(table, query)]
  const rows = sheetRows(tables.rows(table, query, 'ndjson'), columns)
  return writeXlsx({ name: table.name, columns, rows, modified: ctx.now() })
}

/** In the order they were asked for. */
function columnsIn(table: Table, { fields }: RowQuery): readonly Column[] {
  if (fields === null) return table.columns
  return [...new Set(fields)].flatMap((name) => columnNamed(table, name) ?? [])
}

/** So many rows are written at a stretch before others get their turn. */
const rowsAtOnce = 100

async function* sheetRows(
  pieces: AsyncIterable<Uint8Array>,
  columns: readonly Pick<Column, 'name' | 'type'>[],
): AsyncGenerator<Uint8Array> {
  let line = 1
  for await (const piece of pieces) {
    const rows = Buffer.from(piece).toString().split('\n').slice(0, -1)
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const written = rows.slice(at, at + rowsAtOnce).map((json) => {
        const row = JSON.parse(json) as Record<string, CellValue>
        const values = columns.map(({ name }) => row[name] ?? null)
        return rowXml(++line, columns, values)
      })
      yield Buffer.from(written.join(''))
      await nextTurn()
    }
  }
}

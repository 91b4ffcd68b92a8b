import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CellValue, Column, Table } from '@triptych/contract/tables'
import type { Context } from '../../context.ts'
import { authorise } from '../../auth/principal.ts'
import type { RowForm, RowQuery } from '../../ports/table-query.ts'
import type { TableReader, TableState } from '../../ports/table-store.ts'
import { longList } from '../long-list.ts'
import { findTable } from './find-table.ts'
import { readQuery } from './query/read-query.ts'
import type { QueryInput } from './query/read-query.ts'
import { columnNamed } from './row-values.ts'
import { maxCellLength, rowXml } from '../../codecs/xlsx/row-xml.ts'
import { checkSheetFits, writeXlsx } from '../../codecs/xlsx/write-xlsx.ts'

export type ExportForm = RowForm | 'xlsx'

export interface ExportInput {
  table: string
  query: QueryInput
  form: ExportForm
}

/** All rows of a query as a file, made as it is taken. */
export async function exportRows(
  ctx: Context,
  { table: name, query: asked, form }: ExportInput,
): Promise<AsyncIterableIterator<Uint8Array>> {
  authorise(ctx.principal, 'tables.read')
  const { database } = ctx.workspace
  const { body } = await longList(database, ctx.asker, isNew, async (stores) => {
    const { tables } = stores
    const state = await findTable(ctx, stores, name)
    const { table, revision } = state
    const query = await readQuery(tables, state, asked)
    if (form === 'xlsx') await refuseWhatDoesNotFit(tables, state, query)
    const pieces =
      form === 'xlsx' ? workbook(ctx, tables, table, query) : tables.rows(table, query, form)
    return { version: revision, pieces }
  })
  return body!
}

/** A file is made anew each time. */
function isNew(): boolean {
  return false
}

/** To be told before the first byte: then there is no way to say it any more. */
async function refuseWhatDoesNotFit(
  tables: TableReader,
  { table, widest }: TableState,
  query: RowQuery,
): Promise<void> {
  const columns = sheetColumns(table, query)
  const rows = await tables.count(table, query.where, Number.MAX_SAFE_INTEGER)
  checkSheetFits(columns.length, rows + 1)
  // A text has no fewer bytes than units. Only where there are long ones they have to be looked at.
  if (widest !== null && widest <= maxCellLength) return
  const written = sheetRows(tables.rows(table, query, 'ndjson'), columns)
  while (!(await written.next()).done);
}

const idColumn = { name: 'id', type: 'integer' } as const

type SheetColumn = Pick<Column, 'name' | 'type'>

function workbook(ctx: Context, tables: TableReader, table: Table, query: RowQuery) {
  const columns = sheetColumns(table, query)
  const rows = sheetRows(tables.rows(table, query, 'ndjson'), columns)
  return writeXlsx({ name: table.name, columns, rows, modified: ctx.now() })
}

/** In the order they were asked for. */
function sheetColumns(table: Table, { fields }: RowQuery): SheetColumn[] {
  if (fields === null) return [idColumn, ...table.columns]
  return [idColumn, ...[...new Set(fields)].flatMap((name) => columnNamed(table, name) ?? [])]
}

/** So many rows are written at a stretch before others get their turn. */
const rowsAtOnce = 100

async function* sheetRows(
  pieces: AsyncIterable<Uint8Array>,
  columns: readonly SheetColumn[],
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

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExportForm } from '@triptych/contract/table-import'
import type { CellValue, Table } from '@triptych/contract/tables'
import type { Moment } from '@triptych/contract/moment'
import { pastRows, writtenRows } from '../history/past-rows.ts'
import type { PastRows } from '../history/past-rows.ts'
import type { Context } from '../../context.ts'
import { authorise } from '../../auth/principal.ts'
import type { RowQuery } from '../../ports/table-query.ts'
import type { StoredRow, TableReader, TableState } from '../../ports/table-store.ts'
import { longList } from '../long-list.ts'
import { findTable } from './find-table.ts'
import { readQuery } from './query/read-query.ts'
import type { QueryInput } from './query/read-query.ts'
import { columnNamed } from './row-values.ts'
import { maxCellLength, numberFormats, rowXml } from '../../codecs/xlsx/row-xml.ts'
import type { SheetColumn } from '../../codecs/xlsx/row-xml.ts'
import { checkSheetFits, writeXlsx } from '../../codecs/xlsx/write-xlsx.ts'

export interface ExportInput {
  table: string
  query: QueryInput
  form: ExportForm
  /** `null`: as they are. Then only some columns can be asked for. */
  at: Moment | null
}

/** All rows of a query as a file, made as it is taken. */
export async function exportRows(
  ctx: Context,
  { table: name, query: asked, form, at }: ExportInput,
): Promise<AsyncIterableIterator<Uint8Array>> {
  authorise(ctx.principal, 'tables.read')
  const { database } = ctx.workspace
  const { body } = await longList<number | string>(database, ctx.asker, isNew, async (stores) => {
    if (at !== null) {
      const { version, open } = await pastRows(ctx, stores, { table: name, at, ...asked })
      return { version, pieces: await pastPieces(ctx, name, await open(), form) }
    }
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
  await tryOut(columns, parsedRows(tables, table, query))
}

async function tryOut(columns: readonly SheetColumn[], rows: AsyncIterable<Cells>): Promise<void> {
  const written = sheetRows(columns, rows)
  while (!(await written.next()).done);
}

/** Rows as they were, in the same forms. */
async function pastPieces(
  ctx: Context,
  name: string,
  past: PastRows,
  form: ExportForm,
): Promise<AsyncGenerator<Uint8Array>> {
  if (form !== 'xlsx') return writtenRows(past.columns, past.rows(), form)
  const columns = [idColumn, ...past.columns]
  checkSheetFits(columns.length, past.total + 1)
  await tryOut(columns, cellsOf(past.rows()))
  const rows = sheetRows(columns, cellsOf(past.rows()))
  return writeXlsx({ name, columns, rows, modified: ctx.now() })
}

const idColumn = { name: 'id', type: 'integer' } as const

function workbook(ctx: Context, tables: TableReader, table: Table, query: RowQuery) {
  const columns = sheetColumns(table, query)
  const rows = sheetRows(columns, parsedRows(tables, table, query))
  return writeXlsx({ name: table.name, columns, rows, modified: ctx.now() })
}

/** In the order they were asked for. */
function sheetColumns(table: Table, { fields }: RowQuery): SheetColumn[] {
  if (fields === null) return [idColumn, ...table.columns]
  return [idColumn, ...[...new Set(fields)].flatMap((name) => columnNamed(table, name) ?? [])]
}

type Cells = Record<string, CellValue>

async function* parsedRows(
  tables: TableReader,
  table: Table,
  query: RowQuery,
): AsyncGenerator<Cells> {
  for await (const piece of tables.rows(table, query, 'ndjson')) {
    const lines = Buffer.from(piece).toString().split('\n').slice(0, -1)
    for (const json of lines) yield JSON.parse(json) as Cells
  }
}

async function* cellsOf(rows: AsyncIterable<StoredRow>): AsyncGenerator<Cells> {
  for await (const { id, values } of rows) yield { ...values, id }
}

/** So many rows are written at a stretch before others get their turn. */
const rowsAtOnce = 100

async function* sheetRows(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<Cells>,
): AsyncGenerator<Uint8Array> {
  const formats = numberFormats(columns)
  let line = 1
  let written = ''
  for await (const row of rows) {
    const values = columns.map(({ name }) => row[name] ?? null)
    written += rowXml(++line, columns, values, formats)
    if (line % rowsAtOnce !== 0) continue
    yield Buffer.from(written)
    written = ''
    await nextTurn()
  }
  yield Buffer.from(written)
}

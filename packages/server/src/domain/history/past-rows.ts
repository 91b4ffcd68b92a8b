import type { CellValue, Column } from '@triptych/contract/tables'
import type { Context } from '../../context.ts'
import { csvCell } from '../../codecs/csv/write-csv.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { RowForm } from '../../ports/table-query.ts'
import type { StoredRow } from '../../ports/table-store.ts'
import { readFields } from '../tables/query/read-query.ts'
import { findTable, versionOf } from '../tables/find-table.ts'
import { columnNamed } from '../tables/row-values.ts'
import { revisionOf } from './moment.ts'
import type { Moment } from '@triptych/contract/moment'
import { changedRows, rowsAt, tableAt } from './past-table.ts'

/** The rows of a table as they were, as far as whoever asks sees them. */
export interface PastRows {
  /** Its columns then: all, or those that were asked for. */
  columns: readonly Column[]
  total: number
  /** In their order. */
  rows: () => AsyncGenerator<StoredRow>
}

/** There is no index of what was: rows have their order, and nothing is asked of them but some columns. */
export interface PastQuery {
  /** The name it has now. */
  table: string
  at: Moment
  fields?: unknown
}

/** Of columns that are hidden now nothing is told. The same `version` means the same rows. */
export async function pastRows(
  ctx: Context,
  stores: ReadStores,
  { table: name, at, fields }: PastQuery,
): Promise<{ version: string; open: () => Promise<PastRows> }> {
  const { tables } = stores
  const seen = await findTable(ctx, stores, name)
  const revision = await revisionOf(ctx, stores, at)
  async function open(): Promise<PastRows> {
    const past = await tableAt(stores, seen.whole, revision)
    const seenNames = new Set(seen.table.columns.map((column) => column.name))
    const seesAll = seen.table === seen.whole
    // Whether they would see what is gone nobody knows.
    past.columns = past.columns.filter(({ stays }) =>
      stays === null ? seesAll : seenNames.has(stays),
    )
    const columns = chosenColumns(
      past.columns.map((column) => columnNamed(past.table, column.name)!),
      fields,
    )
    const { rows: changed, there } = await changedRows(tables, seen.whole, past)
    const now = await tables.count(seen.whole, null, Number.MAX_SAFE_INTEGER)
    return {
      columns,
      total: now - there + changed.length,
      rows: () => rowsAt(tables, seen.whole, past, changed),
    }
  }
  return { version: `at-${versionOf({ ...seen, revision })}`, open }
}

function chosenColumns(columns: Column[], fields: unknown): Column[] {
  const names = readFields({ columns }, fields)
  if (!names) return columns
  return [...new Set(names)].flatMap((name) => columnNamed({ columns }, name) ?? [])
}

/** So many characters are sent at a time. */
const pieceLength = 64 * 1024

/** What the database writes of rows as they are. */
export async function* writtenRows(
  columns: readonly Column[],
  rows: AsyncIterable<StoredRow>,
  form: RowForm,
): AsyncGenerator<Uint8Array> {
  const { before, item, between, after } = forms[form](columns)
  let text = before
  let isFirst = true
  for await (const row of rows) {
    text += `${isFirst ? '' : between}${item(row)}`
    isFirst = false
    if (text.length < pieceLength) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(`${text}${after}`)
}

interface Written {
  before: string
  item: (row: StoredRow) => string
  between: string
  after: string
}

type WriteRows = (columns: readonly Column[]) => Written

const forms: Record<RowForm, WriteRows> = {
  json: (columns) => ({ before: '[', item: asJson(columns), between: ',', after: ']' }),
  ndjson(columns) {
    const item = asJson(columns)
    return { before: '', item: (row) => `${item(row)}\n`, between: '', after: '' }
  },
  csv: (columns) => asCells(columns, ','),
  tsv: (columns) => asCells(columns, '\t'),
}

function asJson(columns: readonly Column[]): Written['item'] {
  const keys = columns.map(({ name }) => ({ name, key: JSON.stringify(name) }))
  return ({ id, values }) =>
    `{"id":${id}${keys.map(({ name, key }) => `,${key}:${JSON.stringify(values[name] ?? null)}`).join('')}}`
}

function asCells(columns: readonly Column[], delimiter: string): Written {
  const names = ['id', ...columns.map(({ name }) => name)]
  const header = names.map((name) => csvCell(name, delimiter)).join(delimiter)
  return {
    before: `${header}\r\n`,
    item({ id, values }) {
      const cells = columns.map((column) => cellOf(column, values[column.name] ?? null, delimiter))
      return `${[id, ...cells].join(delimiter)}\r\n`
    },
    between: '',
    after: '',
  }
}

function cellOf({ type }: Column, value: CellValue, delimiter: string): string {
  if (value === null) return ''
  const text = type !== 'json' && typeof value === 'string' ? value : JSON.stringify(value)
  return type === 'json' || type === 'text' ? csvCell(text, delimiter) : text
}

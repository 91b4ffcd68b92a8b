import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredRow } from '../../ports/table-store.ts'
import { longList } from '../long-list.ts'
import { findTable, versionOf } from '../tables/find-table.ts'
import { revisionOf } from './moment.ts'
import type { Moment } from './moment.ts'
import { changedRows, rowsAt, tableAt } from './past-table.ts'

export interface PastInput {
  /** The name it has now. */
  table: string
  at: Moment
  start: number
  /** `null`: all that follow. */
  limit: number | null
  isKnown: (version: string) => boolean
}

export interface PastRows {
  version: string
  /** How many there were in all; `null` when the client has them already. */
  total: number | null
  body: AsyncIterableIterator<Uint8Array> | null
}

/** The rows of a table in their order, as they were. Of columns that are hidden now nothing is told. */
export async function listPastRows(ctx: Context, input: PastInput): Promise<PastRows> {
  authorise(ctx.principal, 'tables.read')
  const { database } = ctx.workspace
  const { version: shown, body } = await longList(
    database,
    ctx.asker,
    ({ version }: Omit<PastRows, 'body'>) => input.isKnown(version),
    async (stores) => {
      const { tables } = stores
      const seen = await findTable(ctx, stores, input.table)
      const revision = await revisionOf(ctx, stores, input.at)
      const version = `at-${versionOf({ ...seen, revision })}`
      if (input.isKnown(version)) return { version: { version, total: null }, pieces: nothing() }
      const past = await tableAt(stores, seen.whole, revision)
      const seenNames = new Set(seen.table.columns.map(({ name }) => name))
      const seesAll = seen.table === seen.whole
      // Whether they would see what is gone nobody knows.
      past.columns = past.columns.filter(({ now }) => (now === null ? seesAll : seenNames.has(now)))
      const { rows, there } = await changedRows(tables, seen.whole, past)
      const now = await tables.count(seen.whole, null, Number.MAX_SAFE_INTEGER)
      const total = now - there + rows.length
      const all = rowsAt(tables, seen.whole, past, rows)
      return { version: { version, total }, pieces: pieces(page(all, input)) }
    },
  )
  return { ...shown, body }
}

async function* page(
  rows: AsyncIterable<StoredRow>,
  { start, limit }: Pick<PastInput, 'start' | 'limit'>,
): AsyncGenerator<StoredRow> {
  const end = limit === null ? Infinity : start + limit
  let at = 0
  if (end <= start) return
  for await (const row of rows) {
    if (at >= start) yield row
    if (++at >= end) return
  }
}

/** So many characters are sent at a time. */
const pieceLength = 64 * 1024

async function* pieces(rows: AsyncIterable<StoredRow>): AsyncGenerator<Uint8Array> {
  let text = '['
  let isFirst = true
  for await (const { id, values } of rows) {
    text += `${isFirst ? '' : ','}${JSON.stringify({ id, ...values })}`
    isFirst = false
    if (text.length < pieceLength) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(`${text}]`)
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

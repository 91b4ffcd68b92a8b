import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredRow } from '../../ports/table-store.ts'
import { longList } from '../long-list.ts'
import { pastRows, writtenRows } from './past-rows.ts'
import type { PastQuery } from './past-rows.ts'

export interface PastInput extends PastQuery {
  start: number
  /** `null`: all that follow. */
  limit: number | null
  isKnown: (version: string) => boolean
}

export interface PastList {
  version: string
  /** How many there were in all; `null` when the client has them already. */
  total: number | null
  body: AsyncIterableIterator<Uint8Array> | null
}

/** The rows of a table in their order, as they were. */
export async function listPastRows(ctx: Context, input: PastInput): Promise<PastList> {
  authorise(ctx.principal, 'tables.read')
  const { database } = ctx.workspace
  const { version: shown, body } = await longList(
    database,
    ctx.asker,
    ({ version }: Omit<PastList, 'body'>) => input.isKnown(version),
    async (stores) => {
      const { version, open } = await pastRows(ctx, stores, input)
      if (input.isKnown(version)) return { version: { version, total: null }, pieces: nothing() }
      const { columns, total, rows } = await open()
      const pieces = writtenRows(columns, page(rows(), input), 'json')
      return { version: { version, total }, pieces }
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

async function* nothing(): AsyncGenerator<Uint8Array> {}

import type { FoundRow } from '@triptych/contract/search'
import type { Table } from '@triptych/contract/tables'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { plainText, soughtText } from '../../plain-text.ts'
import { queryRows } from '../tables/query/query-rows.ts'
import type { Hits } from './hits.ts'

/** After so long no further table is looked into: nobody waits longer for a list of hits. */
const mostMs = 3000
/** Of a text, so much is answered. */
const mostText = 160

/** Rows with `text` in one of their text columns, table by table. */
export async function searchRows(
  ctx: Context,
  tables: readonly Table[],
  { text, limit }: { text: string; limit: number },
): Promise<Hits<FoundRow>> {
  const end = performance.now() + mostMs
  const items: FoundRow[] = []
  for (const table of tables) {
    if (!table.columns.some(({ type }) => type === 'text')) continue
    if (items.length > limit || performance.now() > end) break
    const rows = await rowsIn(ctx, table, text, limit + 1 - items.length)
    if (rows === null) return { items: items.slice(0, limit), hasMore: true }
    for (const row of rows) items.push(foundRow(table, row, soughtText(text)))
  }
  const hasMore = items.length > limit || performance.now() > end
  return { items: items.slice(0, limit), hasMore }
}

type Row = Record<string, unknown>

/** `null` where it took too long; who does not wait any more is told nothing. */
async function rowsIn(
  ctx: Context,
  { name }: Table,
  text: string,
  limit: number,
): Promise<Row[] | null> {
  ctx.asker?.signal.throwIfAborted()
  try {
    const { json } = await queryRows(ctx, {
      table: name,
      query: { search: text },
      from: { start: 0 },
      limit,
      count: 'none',
      isKnown: () => false,
    })
    return json === null ? [] : (JSON.parse(new TextDecoder().decode(json)) as Row[])
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return null
    // Somebody has deleted it meanwhile.
    if (error instanceof AppError && error.code === 'tables.not_found') return []
    throw error
  }
}

function foundRow({ name, title, columns }: Table, row: Row, wanted: string): FoundRow {
  const texts = columns.filter(({ type }) => type === 'text')
  const textIn = (column: string): string => {
    const value = row[column]
    return typeof value === 'string' ? value : ''
  }
  const column =
    texts.find((each) => plainText(textIn(each.name)).includes(wanted))?.name ??
    texts[0]?.name ??
    ''
  return {
    table: name,
    ...(title !== undefined && { tableTitle: title }),
    id: Number(row['id']),
    label: textIn(texts[0]?.name ?? '').slice(0, mostText),
    column,
    text: cutAround(textIn(column), wanted),
  }
}

/** Where letters become two of them, or lose an accent of their own, it is cut a little beside. */
function cutAround(text: string, wanted: string): string {
  if (text.length <= mostText) return text
  const at = Math.max(0, plainText(text).indexOf(wanted) - 40)
  const part = text.slice(at, at + mostText)
  return `${at > 0 ? '…' : ''}${part}${at + mostText < text.length ? '…' : ''}`
}

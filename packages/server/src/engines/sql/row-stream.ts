import type { Table } from '@triptych/contract/tables'
import type { RowPlace, RowQuery, TableQueries } from '../../ports/table-query.ts'
import { conditionSql } from './condition-sql.ts'
import type { Dialect } from './dialect.ts'
import { rowText } from './row-forms.ts'
import type { RowText } from './row-forms.ts'
import { columnsOf } from './row-pages.ts'
import type { RowPages } from './row-pages.ts'
import { orderSql } from './sort-sql.ts'
import { sql } from './sql.ts'
import type { SqlSession } from './sql.ts'
import type { TableShape } from './table-shape.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** So many rows are read at a stretch; more where they are known to be small. */
const rowsAtOnce = 1000
const smallRowsAtOnce = 4000
const utf8 = new TextEncoder()

export function rowStream(
  session: SqlSession,
  dialect: Dialect,
  shapeOf: (table: Table) => TableShape,
  pages: RowPages,
): TableQueries['rows'] {
  async function* inOrder(table: Table, query: RowQuery, text: RowText): AsyncGenerator<Bytes> {
    const small = await pages.smallPage(table)
    const limit = Math.max(rowsAtOnce, Math.min(smallRowsAtOnce, small))
    let next: RowPlace | null = null
    let piece = opening(text)
    do {
      const page = await pages.page(table, query, { after: next, skip: 0, limit }, piece, small)
      yield page.json
      piece = going(text)
      next = page.next
    } while (next)
  }

  /** Sorted once, and not for each page anew as it would be without an index. */
  async function* sorted(table: Table, query: RowQuery, text: RowText): AsyncGenerator<Bytes> {
    const { where, sort } = query
    const passes = where ? sql`and (${conditionSql(dialect, table, where)})` : sql``
    const { sortedIds } = dialect
    await session.run(sortedIds.drop)
    await session.run(
      sortedIds.keep(
        sql`from ${shapeOf(table).from} where ${dialect.stillWanted} ${passes}
            order by ${orderSql(table, sort)}`,
      ),
    )
    try {
      const small = await pages.smallPage(table)
      let piece = opening(text)
      for (let at = 0; ;) {
        const found = await session.get(sortedIds.page(at, rowsAtOnce))
        const ids = JSON.parse(String(found?.[0])) as number[]
        if (ids.length === 0 && at > 0) return
        const page = await pages.pageOf(table, ids, piece, small)
        yield page.json
        if (ids.length === 0) return
        piece = going(text)
        at += page.count
      }
    } finally {
      await session.run(sortedIds.drop)
    }
  }

  return async function* rows(table, query, form) {
    const text = rowText(dialect, columnsOf(table, query), form)
    const pieces = query.sort.length > 0 ? sorted : inOrder
    yield* oneAhead(pieces(table, query, text))
    if (text.after !== '') yield utf8.encode(text.after)
  }
}

function opening(text: RowText): RowText {
  return { ...text, after: '' }
}

function going(text: RowText): RowText {
  return { ...text, before: text.between, after: '' }
}

/** The next piece is made while the last one is on its way. */
async function* oneAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let coming = source.next(); ;) {
      const { done, value } = await coming
      if (done) return
      coming = source.next()
      // Nobody waits for it when the client goes away.
      coming.catch(() => {})
      yield value
    }
  } finally {
    await source.return(undefined)
  }
}

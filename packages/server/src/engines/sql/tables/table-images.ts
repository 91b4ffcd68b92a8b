import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Table } from '@triptych/contract/tables'
import type { StoredRule } from '../../../ports/rules.ts'
import type { RowImage, TableImages } from '../../../ports/table-images.ts'
import type { Values } from '../../../ports/table-store.ts'
import type { Dialect } from '../core/dialect.ts'
import { idRanges } from '../core/id-ranges.ts'
import { insertInto } from '../core/insert-rows.ts'
import { identifier, sql } from '../core/sql.ts'
import type { Sql, SqlSession } from '../core/sql.ts'
import { countThatFit } from './page-size.ts'
import type { TableSql } from './table-sql.ts'

/** So many rows are copied at a stretch before others get their turn. */
const rowsAtOnce = 2000
/** What an image takes beside its values, more or less. */
const imageOverhead = 24

const insertImages = insertInto('_row_images', ['revision', 'id', 'place', 'before', 'after'])

const imageBytes = sql`coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)`

export function tableImages(
  session: SqlSession,
  dialect: Dialect,
  sqlOf: (table: Table) => TableSql,
): TableImages {
  async function begin(revision: number, after: Values | null = null): Promise<void> {
    const text = after && JSON.stringify(after)
    await session.insert(
      sql`insert into _images (revision, after, bytes) values (${revision}, ${text}, 0)
          on conflict (revision) do nothing`,
    )
  }

  async function weigh(revision: number): Promise<void> {
    await session.run(
      sql`update _images set bytes = coalesce(octet_length(after), 0) + (
            select coalesce(sum(${imageOverhead} + coalesce(octet_length(r.before), 0)
              + coalesce(octet_length(r.after), 0)), 0)
            from _row_images as r where r.revision = ${revision})
          where revision = ${revision}`,
    )
  }

  function json(table: Table, names: readonly string[]): Sql {
    return dialect.rowJson(names.map((name) => sqlOf(table).column(name)))
  }

  return {
    async hasImages(revision) {
      const row = await session.get(sql`select 1 from _images where revision = ${revision}`)
      return row !== undefined && row !== null
    },

    async images(revision, after, limit) {
      const rows = sql`from _row_images where revision = ${revision} and id > ${after} order by id`
      const { count } = await countThatFit(session, { rows, bytes: imageBytes, limit })
      const found = await session.all(sql`select id, place, before, after ${rows} limit ${count}`)
      if (found.length === 0) return []
      const shared = await session.get(sql`select after from _images where revision = ${revision}`)
      const all = valuesIn(shared?.[0])
      return found.map((row) => imageOf(row, all))
    },

    async imageBytes(revision) {
      const row = await session.get(sql`select bytes from _images where revision = ${revision}`)
      return Number(row?.[0] ?? 0)
    },

    async keepImages(revision, images) {
      await begin(revision)
      await insertImages.run(
        session,
        images.map(({ id, order, before, after }) => [
          revision,
          id,
          order,
          before && JSON.stringify(before),
          after && JSON.stringify(after),
        ]),
      )
      await weigh(revision)
    },

    async keepRows(revision, table, ids, written) {
      await begin(revision, written?.after)
      const cells = written ? json(table, written.columns) : sqlOf(table).rowJson
      const place = written ? sql`null` : sql`"$order"`
      for (let at = 0; at < ids.length; at += rowsAtOnce) {
        const list = dialect.idList(JSON.stringify(ids.slice(at, at + rowsAtOnce)))
        await session.run(
          sql`insert into _row_images (revision, id, place, before)
              select ${revision}, "id", ${place}, ${cells} from ${sqlOf(table).from}
              where "id" in (select list."$id" from ${list}) order by "id"`,
        )
        await nextTurn()
      }
      await weigh(revision)
    },

    async rulesKept(revision) {
      const row = await session.get(sql`select rules from _images where revision = ${revision}`)
      return typeof row?.[0] === 'string' ? (JSON.parse(row[0]) as StoredRule[]) : null
    },

    async keepColumns(revision, table, columns, rules) {
      await begin(revision)
      await session.run(
        sql`update _images set rules = ${JSON.stringify(rules)} where revision = ${revision}`,
      )
      for await (const range of idRanges(session, table.name)) {
        await session.run(
          sql`insert into _row_images (revision, id, before)
              select ${revision}, "id", ${json(table, columns)} from ${sqlOf(table).from}
              where ${range} order by "id"`,
        )
      }
      await weigh(revision)
    },

    async keepStaged(revision, staged, idOffset) {
      await begin(revision)
      for await (const range of idRanges(session, staged.name)) {
        await session.run(
          sql`insert into _row_images (revision, id)
              select ${revision}, "id" + ${idOffset} from ${sqlOf(staged).from} where ${range}
              order by "id"`,
        )
      }
      await weigh(revision)
    },

    async keepReplaced(revision, table, staged, columns) {
      await begin(revision)
      const { from } = sqlOf(staged)
      for await (const range of idRanges(session, staged.name)) {
        await session.run(
          sql`insert into _row_images (revision, id, before)
              select ${revision}, "id", ${json(table, columns)} from ${sqlOf(table).from}
              where "id" in (select "id" from ${from} where ${range}) order by "id"`,
        )
        await session.run(
          sql`update _row_images set after = (
                select ${json(staged, columns)} from ${from}
                where ${from}."id" = ${identifier('_row_images')}."id")
              where revision = ${revision} and ${range}`,
        )
      }
      await weigh(revision)
    },
  }
}

function imageOf([id, place, before, after]: unknown[], shared: Values | null): RowImage {
  return {
    id: Number(id),
    order: place as string | null,
    before: valuesIn(before),
    after: valuesIn(after) ?? shared,
  }
}

/** Beside the cells there may be the id. */
function valuesIn(text: unknown): Values | null {
  if (typeof text !== 'string') return null
  const { id: _, ...values } = JSON.parse(text) as Values
  return values
}

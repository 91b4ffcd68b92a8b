import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Table } from '@triptych/contract/tables'
import type { StagedClash, TableImport } from '../../../ports/table-import.ts'
import { uniqueSetsOf } from '../../../ports/table-store.ts'
import type { Dialect } from '../core/dialect.ts'
import { identifier, join, sql } from '../core/sql.ts'
import type { Sql, SqlSession, SqlValue } from '../core/sql.ts'
import type { RowInsert } from './row-insert.ts'
import { tableIndexes } from './table-indexes.ts'
import type { TableSql } from './table-sql.ts'
import { refreshReferrers, toStored, widestOf } from './table-sql.ts'
import { touchTable } from './table-state.ts'

/** Tables of this name are dropped when a database is opened, unless others may be using them. */
export const stagedPrefix = '_staged_'

/** When a table with such a name was made, in milliseconds since 1970. */
export function stagedAt(name: string): number {
  return Number.parseInt(name.slice(stagedPrefix.length, stagedPrefix.length + 8), 36)
}
/** So many rows are copied at a stretch before others get their turn. */
const rowsAtOnce = 10_000

interface Parts {
  sqlOf: (table: Table) => TableSql
  insertRows: RowInsert
  definitionOf: (text: string) => Table
}

export function tableImport(
  session: SqlSession,
  dialect: Dialect,
  { sqlOf, insertRows, definitionOf }: Parts,
): TableImport {
  const indexes = tableIndexes(session, dialect)

  async function countOf(staged: Table): Promise<number> {
    const row = await session.get(sql`select count(*) from ${sqlOf(staged).from}`)
    return Number(row?.[0])
  }

  /** With indexes, rows that are the same are found without looking through all of them. */
  async function prepareSearch(staged: Table): Promise<void> {
    for (const statement of searchIndexes(staged)) await session.define(statement)
    const unsurveyed = dialect.leaveUnsurveyed(sqlOf(staged).from)
    if (unsurveyed) await session.define(unsurveyed)
  }

  async function highestId(table: Table): Promise<number> {
    const row = await session.get(sql`select max("id") from ${sqlOf(table).from}`)
    return Number(row?.[0] ?? 0)
  }

  return {
    async stage(table, isNew) {
      const mark = `${Date.now().toString(36)}${randomBytes(8).toString('hex')}`
      const staged = { ...table, name: `${stagedPrefix}${mark}` }
      const [create, order] = sqlOf(staged).definitions(mark) as [Sql, Sql]
      await session.define(create)
      if (isNew) await session.define(order)
      else await prepareSearch(staged)
      return staged
    },

    async addStaged(staged, rows) {
      const values: SqlValue[] = []
      const { columns } = staged
      for (const row of rows) {
        values.push(row.id, row.order, row.line)
        for (let at = 0; at < columns.length; at++) {
          values.push(toStored(columns[at]!, row.values[at] ?? null))
        }
      }
      await insertRows(staged, values)
      return widestOf(values)
    },

    async stagedAmong(staged, ids) {
      const rows = await session.all(
        sql`select "id" from ${sqlOf(staged).from} where "id" in
            (select list."$id" from ${dialect.idList(JSON.stringify(ids))})`,
      )
      return rows.map(([id]) => Number(id))
    },

    async dropClashes(staged, table, idOffset, limit) {
      const { from } = sqlOf(staged)
      const survey = dialect.survey(from, comparedIn(table))
      if (survey) await session.run(survey)
      const before = await countOf(staged)
      const first: StagedClash[] = []
      for (const { columns, kind, where } of clashConditions(staged, table, idOffset)) {
        const found = await session.all(
          sql`select s."id", s."$version" from ${from} as s where ${where}
              order by s."$version" limit ${Math.max(1, limit - first.length)}`,
        )
        if (found.length === 0) continue
        for (const [id, line] of found) {
          if (first.length < limit)
            first.push({ id: Number(id), line: Number(line), columns, kind })
        }
        await session.run(
          sql`delete from ${from} where "id" in (select s."id" from ${from} as s where ${where})`,
        )
      }
      return { count: before - (await countOf(staged)), first }
    },

    async adopt(staged, table, revision, widest) {
      const nextId = (await highestId(staged)) + 1
      const number = await session.insertKeyed(
        sql`insert into _tables (name, definition, revision, next_id, widest)
            values (${table.name}, ${JSON.stringify(table)}, ${revision}, ${nextId},
              ${widest})`,
        'number',
      )
      await session.define(
        sql`alter table ${sqlOf(staged).from} rename to ${identifier(table.name)}`,
      )
      await indexes.makeMissing(table, number)
      await refreshReferrers(session, definitionOf)
    },

    async merge(staged, table, { idOffset, orderPrefix, revision, widest }) {
      const { from, columns } = sqlOf(table)
      const source = sqlOf(staged).from
      const highest = await highestId(staged)
      for (let last = 0; last < highest;) {
        const rows = sql`from ${source} where "id" > ${last} order by "id" limit ${rowsAtOnce}`
        const end = await session.get(sql`select max("id") from (select "id" ${rows}) as page`)
        await session.run(
          sql`insert into ${from} ("id", "$order", "$version", ${columns})
              select "id" + ${idOffset}, ${orderPrefix} || "$order", ${revision}, ${columns} ${rows}`,
        )
        last = Number(end?.[0])
        await nextTurn()
      }
      await touchTable(session, table, { revision, lastId: highest + idOffset, widest })
      await session.define(sql`drop table ${source}`)
    },

    async unstage(staged) {
      await session.define(sql`drop table if exists ${sqlOf(staged).from}`)
    },
  }
}

/** Columns that rows are found by when they are compared with others. */
function comparedIn(table: Table): string[] {
  const named = table.columns.filter(({ reference }) => reference).map(({ name }) => name)
  return ['id', '$version', ...named, ...uniqueSetsOf(table).flatMap(({ columns }) => columns)]
}

function searchIndexes(staged: Table): Sql[] {
  return uniqueSetsOf(staged).map(({ columns }, at) => {
    const names = columns.map((name) => sql`${identifier(name)}`)
    const name = identifier(`${staged.name}_${at}`)
    return sql`create index ${name} on ${identifier(staged.name)}
      (${join([...names, sql`"$version"`], ', ')})`
  })
}

/** Which rows of a staged table, `s`, cannot come into a table, and why. */
interface ClashCondition extends Pick<StagedClash, 'columns' | 'kind'> {
  where: Sql
}

/** `idOffset` is what will be added to the ids of the staged rows. */
function clashConditions(staged: Table, table: Table, idOffset: number): ClashCondition[] {
  const [from, into] = [identifier(staged.name), identifier(table.name)]
  const conditions: ClashCondition[] = []
  if (idOffset === 0) {
    const where = sql`exists (select 1 from ${into} as t where t."id" = s."id")`
    conditions.push({ columns: ['id'], kind: 'taken', where })
  }
  for (const { columns } of uniqueSetsOf(table)) {
    const where = sql`exists (select 1 from ${into} as t where ${same('t', columns)})`
    conditions.push({ columns, kind: 'taken', where })
  }
  for (const { name, reference } of table.columns) {
    if (!reference) continue
    const cell = column('s', name)
    const isInFile = sql`exists (select 1 from ${from} as o where o."id" = ${cell} - ${idOffset})`
    const own = reference.table === table.name ? sql`and not ${isInFile}` : sql``
    const where = sql`${cell} is not null and not exists
      (select 1 from ${identifier(reference.table)} as t where t."id" = ${cell}) ${own}`
    conditions.push({ columns: [name], kind: 'missing', where })
  }
  // Last: a row is in nobody's way when it cannot come in itself.
  for (const { columns } of uniqueSetsOf(table)) {
    const where = sql`exists (select 1 from ${from} as o
      where ${same('o', columns)} and o."$version" < s."$version")`
    conditions.push({ columns, kind: 'repeated', where })
  }
  return conditions
}

/** A null is like nothing; PostgreSQL compares rows that have one with each other nevertheless, unless it is told. */
function same(other: string, columns: readonly string[]): Sql {
  const equal = columns.map((name) => {
    const [one, two] = [column(other, name), column('s', name)]
    return sql`${one} = ${two} and ${one} is not null and ${two} is not null`
  })
  return join(equal, ' and ')
}

function column(table: string, name: string): Sql {
  return sql`${identifier(table)}.${identifier(name)}`
}

import type { Table } from '@triptych/contract/tables'
import { keepsCells, keptView } from '../../../ports/table-changes.ts'
import type { Reshape, TableChanges } from '../../../ports/table-changes.ts'
import { droppedTables } from './dropped-tables.ts'
import { ownViews } from './own-views.ts'
import { readCells } from './read-cells.ts'
import { reshapeTable } from './reshape-table.ts'
import type { Dialect } from '../core/dialect.ts'
import { idRanges } from '../core/id-ranges.ts'
import { identifier, join, sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'
import { numberOf, refreshReferrers } from './table-sql.ts'
import { touchTable } from './table-state.ts'

/** Everything that changes the shape of tables, and what has to be known for it. */
export function tableChanges(
  session: SqlSession,
  dialect: Dialect,
  definitionOf: (text: string) => Table,
): TableChanges {
  return {
    ...droppedTables(session, dialect, definitionOf),
    ...ownViews(session),

    cells(table, names, after, limit) {
      const columns = names.map((name) => table.columns.find((column) => column.name === name)!)
      return readCells(session, dialect, { table: table.name, columns, after, limit })
    },

    async hasRow(table, id) {
      const row = await session.get(sql`select 1 from ${identifier(table.name)} where "id" = ${id}`)
      return row !== undefined
    },

    async rowsHolding(table, { column, values }, after, limit) {
      const cell = sql`${identifier(column)}`
      const list = dialect.idList(JSON.stringify(values))
      const behind = after ? sql`and (${cell}, "id") > (${after.value}, ${after.id})` : sql``
      const rows = await session.all(
        sql`select "id", ${cell} from ${identifier(table.name)}
            where ${cell} in (select list."$id" from ${list}) ${behind}
            order by ${cell}, "id" limit ${limit}`,
      )
      return rows.map(([id, value]) => ({ id: Number(id), value: Number(value) }))
    },

    async rowsNamingNone(table, column, target, limit) {
      const cell = sql`t.${identifier(column)}`
      const rows = await session.all(
        sql`select t."id" from ${identifier(table.name)} as t where ${cell} is not null and not exists
              (select 1 from ${identifier(target.name)} as o where o."id" = ${cell})
            order by t."id" limit ${limit}`,
      )
      return rows.map(([id]) => Number(id))
    },

    async views(table) {
      const rows = await session.all(
        sql`select definition from _views where table_number = ${numberOf(table)} order by number`,
      )
      return rows.map(([definition]) => keptView(JSON.parse(String(definition))))
    },

    async view(table, name) {
      const row = await session.get(
        sql`select definition from _views
            where table_number = ${numberOf(table)} and name = ${name}`,
      )
      return row ? keptView(JSON.parse(String(row[0]))) : null
    },

    async reshape(change, revision) {
      await reshapeTable(session, dialect, change)
      const { before, after, referring } = change
      await redefine(before.name, after, revision)
      if (hasNewTexts(change)) await measure(after)
      for (const table of referring) await redefine(table.name, table, revision)
      await refreshReferrers(session, definitionOf)
    },

    async saveView(table, was, view, revision) {
      const definition = JSON.stringify(view)
      if (was === null) {
        await session.insert(
          sql`insert into _views (table_number, name, definition)
              values (${numberOf(table)}, ${view.name}, ${definition})`,
        )
      } else {
        await session.run(
          sql`update _views set name = ${view.name}, definition = ${definition}
              where table_number = ${numberOf(table)} and name = ${was}`,
        )
      }
      await touchTable(session, table, { revision })
    },

    async dropView(table, name, revision) {
      await session.run(
        sql`delete from _views where table_number = ${numberOf(table)} and name = ${name}`,
      )
      await touchTable(session, table, { revision })
    },
  }

  async function measure(table: Table): Promise<void> {
    const texts = table.columns.filter(({ type }) => type === 'text' || type === 'json')
    const lengths = texts.map(({ name }) => sql`max(octet_length(${identifier(name)}))`)
    let widest = 0
    if (lengths.length > 0) {
      for await (const range of idRanges(session, table.name)) {
        const row = await session.get(
          sql`select ${join(lengths, ', ')} from ${identifier(table.name)} where ${range}`,
        )
        widest = Math.max(widest, ...(row ?? []).map(Number))
      }
    }
    await session.run(sql`update _tables set widest = ${widest} where name = ${table.name}`)
  }

  async function redefine(name: string, table: Table, revision: number): Promise<void> {
    await session.run(
      sql`update _tables set name = ${table.name}, definition = ${JSON.stringify(table)},
            revision = ${revision}
          where name = ${name}`,
    )
  }
}

/** Whether there may be longer texts than before. */
function hasNewTexts(change: Reshape): boolean {
  const { before, after, origins } = change
  return after.columns.some((is) => {
    if (is.formula !== undefined) return true
    const origin = origins.get(is.name)
    const was = before.columns.find((column) => column.name === origin)
    return was ? !keepsCells(change, was, is) : is.default !== null
  })
}

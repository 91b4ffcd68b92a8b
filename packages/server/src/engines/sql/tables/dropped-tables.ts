import type { KeptView } from '@triptych/contract/table-schema'
import type { Table } from '@triptych/contract/tables'
import type { StoredRule } from '../../../ports/rules.ts'
import { droppedName, keptView } from '../../../ports/table-changes.ts'
import type { OwnView, TableChanges } from '../../../ports/table-changes.ts'
import type { Dialect } from '../core/dialect.ts'
import { identifier, sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'
import { ownViews } from './own-views.ts'
import { tableIndexes } from './table-indexes.ts'
import { refreshReferrers, tableSql } from './table-sql.ts'

/** What a row takes, more or less: to weigh each would take as long as to delete them. */
const rowBytes = 100

/** Tables that are deleted lie out of sight; their rows are not touched for that. */
export function droppedTables(
  session: SqlSession,
  dialect: Dialect,
  definitionOf: (text: string) => Table,
): Pick<TableChanges, 'drop' | 'takeOut' | 'dropped'> {
  const indexes = tableIndexes(session, dialect)
  const sqlOf = tableSql(dialect)
  const { allOwnViews, saveOwnView } = ownViews(session)

  return {
    async drop(table, revision, rules) {
      const views = await session.all(
        sql`select definition from _views where table_number =
              (select number from _tables where name = ${table.name}) order by number`,
      )
      const own = await allOwnViews(table)
      const found = await session.get(
        sql`select next_id, widest from _tables where name = ${table.name}`,
      )
      const [nextId, widest] = (found ?? []) as [number, number | null]
      await session.insert(
        sql`insert into _dropped (revision, definition, next_id, widest, views, rules, own_views) values (
              ${revision}, ${JSON.stringify(table)}, ${nextId}, ${widest},
              ${`[${views.map(([definition]) => String(definition)).join()}]`},
              ${JSON.stringify(rules)}, ${JSON.stringify(own)})`,
      )
      await session.insert(
        sql`insert into _images (revision, bytes) values (${revision}, ${nextId * rowBytes})`,
      )
      // Their names are of the number of the table, which another one may get.
      for (const { name } of await indexes.all(table.name)) {
        await session.define(sql`drop index ${identifier(name)}`)
      }
      await session.define(
        sql`alter table ${identifier(table.name)} rename to ${identifier(droppedName(revision))}`,
      )
      await session.run(sql`delete from _tables where name = ${table.name}`)
      await refreshReferrers(session, definitionOf)
    },

    async takeOut(dropped, revision) {
      const found = await session.get(
        sql`select definition, next_id, widest, views, own_views from _dropped
            where revision = ${dropped}`,
      )
      const [definition, nextId, widest, views, own] = found as [
        string,
        number,
        number | null,
        string,
        string,
      ]
      const table = definitionOf(definition)
      const number = await session.insertKeyed(
        sql`insert into _tables (name, definition, revision, next_id, widest)
            values (${table.name}, ${definition}, ${revision}, ${nextId}, ${widest})`,
        'number',
      )
      await session.define(
        sql`alter table ${identifier(droppedName(dropped))} rename to ${identifier(table.name)}`,
      )
      const [, order] = sqlOf(table).definitions(number)
      if (order) await session.define(order)
      await indexes.makeMissing(table, number)
      for (const view of JSON.parse(views) as KeptView[]) {
        await session.insert(
          sql`insert into _views (table_number, name, definition)
              values (${number}, ${view.name}, ${JSON.stringify(view)})`,
        )
      }
      for (const one of JSON.parse(own) as OwnView[]) await saveOwnView(table, null, one)
      await session.run(sql`delete from _dropped where revision = ${dropped}`)
      await session.run(sql`delete from _images where revision = ${dropped}`)
      await refreshReferrers(session, definitionOf)
    },

    async dropped(revision) {
      const row = await session.get(
        sql`select definition, next_id, views, rules from _dropped where revision = ${revision}`,
      )
      if (!row) return null
      const [definition, nextId, views, rules] = row as [string, number, string, string]
      return {
        table: definitionOf(definition),
        nextId,
        views: (JSON.parse(views) as unknown[]).map(keptView),
        rules: JSON.parse(rules) as StoredRule[],
      }
    },
  }
}

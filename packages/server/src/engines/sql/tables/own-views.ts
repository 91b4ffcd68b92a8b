import type { Table } from '@triptych/contract/tables'
import { keptView } from '../../../ports/table-changes.ts'
import type { TableChanges } from '../../../ports/table-changes.ts'
import { sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'
import { numberOf } from './table-sql.ts'

type OwnViews = Pick<TableChanges, 'ownViews' | 'allOwnViews' | 'saveOwnView' | 'dropOwnView'>

/** Views that people have for themselves: no part of what the log tells. */
export function ownViews(session: SqlSession): OwnViews {
  return {
    async ownViews(table: Table, owner) {
      const rows = await session.all(
        sql`select definition from _own_views
            where table_number = ${numberOf(table)} and owner = ${owner} order by number`,
      )
      return rows.map(([definition]) => viewIn(definition))
    },

    async allOwnViews(table) {
      const rows = await session.all(
        sql`select owner, definition from _own_views
            where table_number = ${numberOf(table)} order by number`,
      )
      return rows.map(([owner, definition]) => ({ owner: String(owner), view: viewIn(definition) }))
    },

    async saveOwnView(table, was, { owner, view }) {
      if (was === null) {
        await session.insert(
          sql`insert into _own_views (table_number, owner, name, definition)
              values (${numberOf(table)}, ${owner}, ${view.name}, ${JSON.stringify(view)})`,
        )
        return
      }
      await session.run(
        sql`update _own_views set name = ${view.name}, definition = ${JSON.stringify(view)}
            where table_number = ${numberOf(table)} and owner = ${owner} and name = ${was}`,
      )
    },

    async dropOwnView(table, owner, name) {
      await session.run(
        sql`delete from _own_views
            where table_number = ${numberOf(table)} and owner = ${owner} and name = ${name}`,
      )
    },
  }
}

function viewIn(definition: unknown): ReturnType<typeof keptView> {
  return keptView(JSON.parse(String(definition)))
}

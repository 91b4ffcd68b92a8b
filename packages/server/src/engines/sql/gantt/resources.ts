import type { GanttStore } from '../../../ports/gantt-store.ts'
import { resourceColumns, resourceOf } from './rows.ts'
import { sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'

type Resources = Pick<
  GanttStore,
  | 'resource'
  | 'allResources'
  | 'lastResourcePlace'
  | 'insertResource'
  | 'updateResource'
  | 'removeResource'
>

export function sqlResources(session: SqlSession): Resources {
  return {
    async resource(id) {
      const row = await session.get(sql`select ${resourceColumns} from _resources where id = ${id}`)
      return row ? resourceOf(row) : null
    },

    async allResources() {
      const rows = await session.all(
        sql`select ${resourceColumns} from _resources order by parent, place, id`,
      )
      return rows.map(resourceOf)
    },

    async lastResourcePlace(parent) {
      const row = await session.get(sql`select max(place) from _resources where parent = ${parent}`)
      return typeof row?.[0] === 'string' ? row[0] : null
    },

    insertResource: ({ id, parent, place, fields, version }) =>
      session.insert(
        sql`insert into _resources (id, parent, place, fields, version)
            values (${id}, ${parent}, ${place}, ${JSON.stringify(fields)}, ${version})`,
      ),

    updateResource: ({ id, parent, place, fields, version }) =>
      session.run(
        sql`update _resources set parent = ${parent}, place = ${place},
              fields = ${JSON.stringify(fields)}, version = ${version}
            where id = ${id}`,
      ),

    async removeResource(id) {
      await session.run(sql`delete from _assignments where resource = ${id}`)
      await session.run(sql`delete from _resources where id = ${id}`)
    },
  }
}

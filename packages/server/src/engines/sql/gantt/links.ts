import type { GanttStore } from '../../../ports/gantt-store.ts'
import type { Dialect } from '../core/dialect.ts'
import { anyOf } from './ids.ts'
import { linkColumns, linkOf } from './rows.ts'
import { sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'

type Links = Pick<
  GanttStore,
  | 'link'
  | 'allLinks'
  | 'linksAt'
  | 'linkBetween'
  | 'successorsOf'
  | 'insertLinks'
  | 'updateLink'
  | 'removeLink'
>

export function sqlLinks(session: SqlSession, dialect: Dialect): Links {
  return {
    async link(id) {
      const row = await session.get(sql`select ${linkColumns} from _links where id = ${id}`)
      return row ? linkOf(row) : null
    },

    async allLinks() {
      const rows = await session.all(sql`select ${linkColumns} from _links order by id`)
      return rows.map(linkOf)
    },

    async linksAt(tasks) {
      const ends = anyOf(dialect, tasks)
      const rows = await session.all(
        sql`select ${linkColumns} from _links where source in ${ends} or target in ${ends}
            order by id`,
      )
      return rows.map(linkOf)
    },

    async linkBetween(source, target, type) {
      const row = await session.get(
        sql`select ${linkColumns} from _links
            where source = ${source} and target = ${target} and type = ${type}
            order by id limit 1`,
      )
      return row ? linkOf(row) : null
    },

    async successorsOf(task) {
      const rows = await session.all(
        sql`select distinct target from _links where source = ${task} order by target`,
      )
      return rows.map(([target]) => Number(target))
    },

    async insertLinks(links) {
      for (const { id, source, target, type, lag, fields, version } of links) {
        await session.insert(
          sql`insert into _links (id, source, target, type, lag, fields, version)
              values (${id}, ${source}, ${target}, ${type}, ${lag}, ${JSON.stringify(fields)},
                ${version})`,
        )
      }
    },

    updateLink: ({ id, source, target, type, lag, fields, version }) =>
      session.run(
        sql`update _links set source = ${source}, target = ${target}, type = ${type},
              lag = ${lag}, fields = ${JSON.stringify(fields)}, version = ${version}
            where id = ${id}`,
      ),

    removeLink: (id) => session.run(sql`delete from _links where id = ${id}`),
  }
}

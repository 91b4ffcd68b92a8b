import type { ElementKind, GanttStore } from '../../../ports/gantt-store.ts'
import type { Dialect } from '../core/dialect.ts'
import { insertInto } from '../core/insert-rows.ts'
import { identifier, sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'
import { anyOf } from './rows.ts'

type Elements = Pick<GanttStore, 'elementsOf' | 'keepElements' | 'forgetElements'>

/** Where the things are that elements belong to; the project is always there. */
const tables: Record<Exclude<ElementKind, 'project'>, string> = {
  task: '_tasks',
  link: '_links',
  assignment: '_assignments',
  resource: '_resources',
  calendar: '_calendars',
  rows: '_tasks',
  works: '_tasks',
}

const insertElements = insertInto('_plan_elements', ['kind', 'id', 'revision', 'xml'])

export function sqlElements(session: SqlSession, dialect: Dialect): Elements {
  return {
    async elementsOf(kind, ids, before = Number.MAX_SAFE_INTEGER) {
      const rows = await session.all(
        sql`select id, xml from _plan_elements
            where kind = ${kind} and id in ${anyOf(dialect, ids)} and revision < ${before}`,
      )
      return new Map(rows.map(([id, xml]) => [Number(id), String(xml)]))
    },

    async keepElements(kind, elements, revision) {
      const ids = elements.map(({ id }) => id)
      await session.run(
        sql`delete from _plan_elements where kind = ${kind} and id in ${anyOf(dialect, ids)}`,
      )
      const rows = elements.map(({ id, xml }) => [kind, id, revision, xml])
      await insertElements.run(session, rows)
    },

    async forgetElements() {
      for (const [kind, table] of Object.entries(tables)) {
        await session.run(
          sql`delete from _plan_elements where kind = ${kind}
              and revision < (select max(revision) from _plan_elements)
              and id > 0 and id not in (select id from ${identifier(table)})`,
        )
      }
    },
  }
}

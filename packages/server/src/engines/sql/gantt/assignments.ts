import type { GanttStore } from '../../../ports/gantt-store.ts'
import type { Dialect } from '../core/dialect.ts'
import { anyOf } from './ids.ts'
import { assignmentColumns, assignmentOf } from './rows.ts'
import { sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'

type Assignments = Pick<
  GanttStore,
  | 'assignment'
  | 'allAssignments'
  | 'assignmentsAt'
  | 'assignmentsTo'
  | 'assignmentOf'
  | 'insertAssignments'
  | 'updateAssignment'
  | 'removeAssignments'
>

export function sqlAssignments(session: SqlSession, dialect: Dialect): Assignments {
  return {
    async assignment(id) {
      const row = await session.get(
        sql`select ${assignmentColumns} from _assignments where id = ${id}`,
      )
      return row ? assignmentOf(row) : null
    },

    async allAssignments() {
      const rows = await session.all(sql`select ${assignmentColumns} from _assignments order by id`)
      return rows.map(assignmentOf)
    },

    async assignmentsAt(tasks) {
      const rows = await session.all(
        sql`select ${assignmentColumns} from _assignments where task in ${anyOf(dialect, tasks)}
            order by id`,
      )
      return rows.map(assignmentOf)
    },

    async assignmentsTo(resource) {
      const rows = await session.all(
        sql`select ${assignmentColumns} from _assignments where resource = ${resource}
            order by id`,
      )
      return rows.map(assignmentOf)
    },

    async assignmentOf(task, resource) {
      const row = await session.get(
        sql`select ${assignmentColumns} from _assignments
            where task = ${task} and resource = ${resource}`,
      )
      return row ? assignmentOf(row) : null
    },

    async insertAssignments(assignments) {
      for (const { id, task, resource, units, fields, version } of assignments) {
        await session.insert(
          sql`insert into _assignments (id, task, resource, units, fields, version)
              values (${id}, ${task}, ${resource}, ${units}, ${JSON.stringify(fields)},
                ${version})`,
        )
      }
    },

    updateAssignment: ({ id, task, resource, units, fields, version }) =>
      session.run(
        sql`update _assignments set task = ${task}, resource = ${resource}, units = ${units},
              fields = ${JSON.stringify(fields)}, version = ${version}
            where id = ${id}`,
      ),

    removeAssignments: (ids) =>
      session.run(sql`delete from _assignments where id in ${anyOf(dialect, ids)}`),
  }
}

import type {
  GanttStore,
  StoredAssignment,
  StoredCalendar,
  StoredLink,
  StoredResource,
} from '../../../ports/gantt-store.ts'
import type { Dialect } from '../core/dialect.ts'
import { sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'
import { anyOf, fieldsOf, numberOrNull } from './rows.ts'

type Links = Pick<
  GanttStore,
  | 'link'
  | 'linksOf'
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

    async linksOf(ids) {
      const rows = await session.all(
        sql`select ${linkColumns} from _links where id in ${anyOf(dialect, ids)} order by id`,
      )
      return rows.map(linkOf)
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

export const linkColumns = sql`id, source, target, type, lag, fields, version`

export function linkOf(row: unknown[]): StoredLink {
  return {
    id: Number(row[0]),
    source: Number(row[1]),
    target: Number(row[2]),
    type: String(row[3]),
    lag: numberOrNull(row[4]),
    fields: fieldsOf(row[5]),
    version: Number(row[6]),
  }
}

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

export const assignmentColumns = sql`id, task, resource, units, fields, version`

export function assignmentOf(row: unknown[]): StoredAssignment {
  return {
    id: Number(row[0]),
    task: Number(row[1]),
    resource: Number(row[2]),
    units: Number(row[3]),
    fields: fieldsOf(row[4]),
    version: Number(row[5]),
  }
}

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

const resourceColumns = sql`id, parent, place, fields, version`

function resourceOf(row: unknown[]): StoredResource {
  return {
    id: Number(row[0]),
    parent: Number(row[1]),
    place: String(row[2]),
    fields: fieldsOf(row[3]),
    version: Number(row[4]),
  }
}

type Calendars = Pick<
  GanttStore,
  'calendar' | 'allCalendars' | 'insertCalendar' | 'updateCalendar' | 'removeCalendar'
>

export function sqlCalendars(session: SqlSession): Calendars {
  return {
    async calendar(id) {
      const row = await session.get(
        sql`select id, fields, version from _calendars where id = ${id}`,
      )
      return row ? calendarOf(row) : null
    },

    async allCalendars() {
      const rows = await session.all(sql`select id, fields, version from _calendars order by id`)
      return rows.map(calendarOf)
    },

    insertCalendar: ({ id, fields, version }) =>
      session.insert(
        sql`insert into _calendars (id, fields, version)
            values (${id}, ${JSON.stringify(fields)}, ${version})`,
      ),

    updateCalendar: ({ id, fields, version }) =>
      session.run(
        sql`update _calendars set fields = ${JSON.stringify(fields)}, version = ${version}
            where id = ${id}`,
      ),

    removeCalendar: (id) => session.run(sql`delete from _calendars where id = ${id}`),
  }
}

function calendarOf(row: unknown[]): StoredCalendar {
  return { id: Number(row[0]), fields: fieldsOf(row[1]), version: Number(row[2]) }
}

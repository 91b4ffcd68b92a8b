import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BranchImages } from '../../../ports/gantt-store.ts'
import type { StoredRule } from '../../../ports/rules.ts'
import type { Dialect } from '../core/dialect.ts'
import { idRanges } from '../core/id-ranges.ts'
import { identifier, sql } from '../core/sql.ts'
import type { Sql, SqlSession } from '../core/sql.ts'
import { countThatFit } from '../tables/page-size.ts'
import { assignmentColumns, assignmentOf, linkColumns, linkOf } from './entities.ts'
import { anyOf, taskColumns, taskOf } from './rows.ts'

/** So many tasks are copied at a stretch before others get their turn. */
const idsAtOnce = 2000
/** So many images are read at once, and fewer where they are large. */
const imagesAtOnce = 1000

/** Where images lie, and what each takes in bytes, more or less. */
const kinds = {
  task: { table: '_task_images', bytes: sql`120 + octet_length(text) + octet_length(fields)` },
  link: { table: '_link_images', bytes: sql`60 + octet_length(fields)` },
  assignment: { table: '_assignment_images', bytes: sql`50 + octet_length(fields)` },
}

function ownOf(revision: number): Sql {
  return sql`revision = ${revision}`
}

/** A condition on the image of a link: both its ends are in the branch. */
function isInside(revision: number): Sql {
  const tasks = sql`(select id from _task_images where ${ownOf(revision)})`
  return sql`source in ${tasks} and target in ${tasks}`
}

/** Another on that of an assignment. */
const hasResource = sql`resource in (select id from _resources)`

export function sqlBranchImages(session: SqlSession, dialect: Dialect): BranchImages {
  async function* pages<T>(
    { table, bytes }: { table: string; bytes: Sql },
    columns: Sql,
    only: Sql,
    read: (row: unknown[]) => T & { id: number },
  ): AsyncGenerator<T[]> {
    for (let last = 0; ;) {
      const rows = sql`from ${identifier(table)} where ${only} and id > ${last} order by id`
      const { count } = await countThatFit(session, { rows, bytes, limit: imagesAtOnce })
      const found = await session.all(sql`select ${columns} ${rows} limit ${count}`)
      if (found.length === 0) return
      const page = found.map(read)
      yield page
      last = page.at(-1)!.id
    }
  }

  async function countOf(statement: Sql): Promise<number> {
    return Number((await session.get(statement))?.[0])
  }

  async function weigh(revision: number): Promise<void> {
    const sums = Object.values(kinds).map(
      ({ table, bytes }) =>
        sql`(select coalesce(sum(${bytes}), 0) from ${identifier(table)} where revision = ${revision})`,
    )
    const [tasks, links, assignments] = sums as [Sql, Sql, Sql]
    await session.run(
      sql`update _images set bytes = ${tasks} + ${links} + ${assignments} where revision = ${revision}`,
    )
  }

  return {
    async hasBranch(revision) {
      return (await countOf(sql`select count(*) from _images where revision = ${revision}`)) > 0
    },

    branchBytes: (revision) =>
      countOf(sql`select coalesce(sum(bytes), 0) from _images where revision = ${revision}`),

    branchTasks: (revision) => pages(kinds.task, taskColumns, ownOf(revision), taskOf),
    branchLinks: (revision) => pages(kinds.link, linkColumns, ownOf(revision), linkOf),
    branchAssignments: (revision) =>
      pages(kinds.assignment, assignmentColumns, ownOf(revision), assignmentOf),
    linksLeftOut: (revision) =>
      pages(
        kinds.link,
        linkColumns,
        sql`${ownOf(revision)} and not (${isInside(revision)})`,
        linkOf,
      ),
    assignmentsLeftOut: (revision) =>
      pages(
        kinds.assignment,
        assignmentColumns,
        sql`${ownOf(revision)} and not (${hasResource})`,
        assignmentOf,
      ),

    async branchRules(revision) {
      const row = await session.get(
        sql`select rules from _images where revision = ${revision} and ruled = 1`,
      )
      return row ? rulesIn(row) : []
    },

    async rulesGoneSince(revision) {
      const rows = await session.all(
        sql`select rules from _images where revision > ${revision} and ruled = 1
            order by revision desc`,
      )
      return rows.map(rulesIn)
    },

    async isAnyThere(revision) {
      const there = await session.get(
        sql`select 1 from _tasks where id in (select id from _task_images where revision = ${revision})
            limit 1`,
      )
      return there !== undefined && there !== null
    },

    async isAllThere(revision, count) {
      const own = ownOf(revision)
      const kept = (table: string) =>
        countOf(sql`select count(*) from ${identifier(table)} where ${own}`)
      if ((await kept('_task_images')) !== count) return false
      let [same, links, assignments] = [0, 0, 0]
      for await (const range of idRanges(session, '_task_images', own)) {
        const ids = sql`(select id from _task_images where ${own} and ${range})`
        same += await countOf(
          sql`select count(*) from (select * from _task_images where ${own} and ${range}) as was
              join _tasks as task on task.id = was.id
              where task.parent = was.parent and task.type = was.type and task.text = was.text
                and task.start = was.start and task.finish is not distinct from was.finish
                and task.duration is not distinct from was.duration
                and task.progress = was.progress and task.fields = was.fields`,
        )
        // Each of them once: by its source, or else by its target.
        links += await countOf(sql`select count(*) from _links where source in ${ids}`)
        links += await countOf(
          sql`select count(*) from _links where target in ${ids}
                and source not in (select id from _task_images where ${own})`,
        )
        assignments += await countOf(sql`select count(*) from _assignments where task in ${ids}`)
      }
      if (same !== count) return false
      return (
        links === (await kept('_link_images')) && assignments === (await kept('_assignment_images'))
      )
    },

    async keepBranch(revision, ids) {
      await session.insert(
        sql`insert into _images (revision, bytes) values (${revision}, 0)
            on conflict (revision) do nothing`,
      )
      for (let at = 0; at < ids.length; at += idsAtOnce) {
        const some = anyOf(dialect, ids.slice(at, at + idsAtOnce))
        await session.run(
          sql`insert into _task_images (revision, ${taskColumns})
              select ${revision}, ${taskColumns} from _tasks where id in ${some} order by id`,
        )
        for (const end of ['source', 'target']) {
          await session.run(
            sql`insert into _link_images (revision, ${linkColumns})
                select ${revision}, ${linkColumns} from _links where ${identifier(end)} in ${some}
                order by id on conflict do nothing`,
          )
        }
        await session.run(
          sql`insert into _assignment_images (revision, ${assignmentColumns})
              select ${revision}, ${assignmentColumns} from _assignments where task in ${some}
              order by id`,
        )
        await nextTurn()
      }
      await weigh(revision)
    },

    keepBranchRules: (revision, rules) =>
      session.insert(
        sql`insert into _images (revision, bytes, ruled, rules)
            values (${revision}, 0, 1, ${JSON.stringify(rules)})
            on conflict (revision) do update set ruled = excluded.ruled, rules = excluded.rules`,
      ),

    async returnBranch(revision, root, version) {
      const own = ownOf(revision)
      for await (const range of idRanges(session, kinds.task.table, own)) {
        await session.run(
          sql`insert into _tasks (${taskColumns})
              select id, case id when ${root.id} then ${root.parent} else parent end,
                case id when ${root.id} then ${root.place} else place end,
                type, text, start, finish, duration, progress, open, lazy, fields, children, ${version}
              from _task_images where ${own} and ${range} order by id`,
        )
      }
      await session.run(sql`update _tasks set children = children + 1 where id = ${root.parent}`)
      for await (const range of idRanges(session, kinds.link.table, own)) {
        await session.run(
          sql`insert into _links (${linkColumns})
              select id, source, target, type, lag, fields, ${version} from _link_images
              where ${own} and ${range} and ${isInside(revision)} order by id`,
        )
      }
      for await (const range of idRanges(session, kinds.assignment.table, own)) {
        await session.run(
          sql`insert into _assignments (${assignmentColumns})
              select id, task, resource, units, fields, ${version} from _assignment_images
              where ${own} and ${range} and ${hasResource} order by id`,
        )
      }
    },
  }
}

function rulesIn([text]: unknown[]): StoredRule[] | null {
  return typeof text === 'string' ? (JSON.parse(text) as StoredRule[]) : null
}

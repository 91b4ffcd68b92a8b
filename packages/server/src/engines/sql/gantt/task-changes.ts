import type { NewTask, GanttStore } from '../../../ports/gantt-store.ts'
import type { Dialect } from '../core/dialect.ts'
import { anyOf } from './rows.ts'
import { insertInto } from '../core/insert-rows.ts'
import { join, sql } from '../core/sql.ts'
import type { SqlSession, SqlValue } from '../core/sql.ts'

type TaskChanges = Pick<
  GanttStore,
  'insertTasks' | 'updateTask' | 'drawTasks' | 'moveTask' | 'removeTasks' | 'renumber'
>

/** So many are removed before others get their turn. */
const idsAtOnce = 2000
const drawnAtOnce = 500

export function sqlTaskChanges(session: SqlSession, dialect: Dialect): TaskChanges {
  async function addChildren(parent: number, count: number): Promise<void> {
    await session.run(sql`update _tasks set children = children + ${count} where id = ${parent}`)
  }

  return {
    async insertTasks(tasks) {
      const children = countByParent(tasks)
      const rows = tasks.map((task) => taskValues(task, children.get(task.id) ?? 0))
      await insertRows.run(session, rows)
      for (const { id } of tasks) children.delete(id)
      for (const [parent, count] of children) await addChildren(parent, count)
    },

    async updateTask(id, changed, version) {
      const sets = [sql`version = ${version}`]
      if (changed.type !== undefined) sets.push(sql`type = ${changed.type}`)
      if (changed.text !== undefined) sets.push(sql`text = ${changed.text}`)
      if (changed.start !== undefined) sets.push(sql`start = ${changed.start}`)
      if (changed.end !== undefined) sets.push(sql`finish = ${changed.end}`)
      if (changed.duration !== undefined) sets.push(sql`duration = ${changed.duration}`)
      if (changed.progress !== undefined) sets.push(sql`progress = ${changed.progress}`)
      if (changed.open !== undefined) sets.push(sql`open = ${Number(changed.open)}`)
      if (changed.lazy !== undefined) sets.push(sql`lazy = ${numberOf(changed.lazy)}`)
      if (changed.fields !== undefined) sets.push(sql`fields = ${JSON.stringify(changed.fields)}`)
      await session.run(sql`update _tasks set ${join(sets, ', ')} where id = ${id}`)
    },

    async drawTasks(tasks) {
      for (let at = 0; at < tasks.length; at += drawnAtOnce) {
        const some = tasks
          .slice(at, at + drawnAtOnce)
          .map(({ id, start, end, duration, progress, version }) => [
            id,
            start,
            end,
            duration,
            progress,
            version,
          ])
        await session.run(
          sql`update _tasks set start = list."$start", finish = list."$end",
                duration = list."$duration", progress = list."$progress", version = list."$version"
              from ${dialect.drawnList(JSON.stringify(some))} where _tasks.id = list."$id"`,
        )
      }
    },

    async moveTask(id, { parent, place }, version) {
      const row = await session.get(sql`select parent from _tasks where id = ${id}`)
      if (!row) return
      const before = Number(row[0])
      if (parent === before) {
        await session.run(
          sql`update _tasks set place = ${place}, version = ${version} where id = ${id}`,
        )
        return
      }
      await session.run(
        sql`update _tasks set parent = ${parent}, place = ${place}, version = ${version}
            where id = ${id}`,
      )
      await addChildren(before, -1)
      await addChildren(parent, 1)
    },

    async removeTasks(ids) {
      for (let at = 0; at < ids.length; at += idsAtOnce) {
        await removeSome(ids.slice(at, at + idsAtOnce))
      }
    },

    async renumber(places) {
      const ids = places.map(({ id }) => id)
      const renamed = JSON.stringify(places.map(({ id, order }) => [id, order]))
      // No key begins like this, so that none of the old keys is in the way of a new one.
      await session.run(
        sql`update _tasks set place = '!' || place where id in ${anyOf(dialect, ids)}`,
      )
      await session.run(
        sql`update _tasks set place = list."$text" from ${dialect.textList(renamed)}
            where _tasks.id = list."$id"`,
      )
    },
  }

  async function removeSome(ids: readonly number[]): Promise<void> {
    const gone = anyOf(dialect, ids)
    const left = await session.all(
      sql`select parent, count(*) from _tasks
            where id in ${gone} and parent > 0 and parent not in ${gone} group by parent`,
    )
    for (const [parent, count] of left) await addChildren(Number(parent), -Number(count))
    await session.run(sql`delete from _links where source in ${gone}`)
    await session.run(sql`delete from _links where target in ${gone}`)
    await session.run(sql`delete from _assignments where task in ${gone}`)
    await session.run(sql`delete from _task_copies where copy in ${gone}`)
    await session.run(sql`delete from _tasks where id in ${gone}`)
  }
}

export const taskColumns = [
  'id',
  'parent',
  'place',
  'type',
  'text',
  'start',
  'finish',
  'duration',
  'progress',
  'open',
  'lazy',
  'fields',
  'children',
  'version',
]

const insertRows = insertInto('_tasks', taskColumns, {
  alike: [['parent', 'type', 'duration', 'open', 'lazy', 'children']],
  numbers: {
    id: 'bigint',
    parent: 'bigint',
    duration: 'double precision',
    progress: 'double precision',
    open: 'bigint',
    lazy: 'bigint',
    children: 'bigint',
    version: 'bigint',
  },
})

export function taskValues(task: NewTask, children: number): SqlValue[] {
  return [
    task.id,
    task.parent,
    task.place,
    task.type,
    task.text,
    task.start,
    task.end,
    task.duration,
    task.progress,
    Number(task.open),
    numberOf(task.lazy),
    JSON.stringify(task.fields),
    children,
    task.version,
  ]
}

function countByParent(tasks: readonly NewTask[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { parent } of tasks) {
    if (parent > 0) counts.set(parent, (counts.get(parent) ?? 0) + 1)
  }
  return counts
}

function numberOf(claim: boolean | null): number | null {
  return claim === null ? null : Number(claim)
}

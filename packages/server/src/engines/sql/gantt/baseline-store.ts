import { keptTitle } from '../../../ports/baselines.ts'
import type { BaselineStore, BaselineTask, StoredBaseline } from '../../../ports/baselines.ts'
import type { Dialect } from '../core/dialect.ts'
import { idRanges } from '../core/id-ranges.ts'
import { insertInto } from '../core/insert-rows.ts'
import { sql } from '../core/sql.ts'
import type { Sql, SqlSession } from '../core/sql.ts'
import { belowDetached } from './gantt-store.ts'
import { anyOf, numberOrNull, placed } from './rows.ts'

/** So many tasks are read at a stretch. */
const tasksAtOnce = 2000
/** What a task that is put aside takes beside its text, more or less. */
const taskOverhead = 90

const baselineColumns = sql`id, name, made, author, author_id, revision, tasks, whole, number, version`
const taskColumns = sql`id, type, text, start, finish, duration, progress, length, work`

const insertBaseline = insertInto('_baselines', [
  'id',
  'name',
  'made',
  'author',
  'author_id',
  'revision',
  'tasks',
  'whole',
  'number',
  'version',
])
const insertTasks = insertInto('_baseline_tasks', [
  'baseline',
  'id',
  'type',
  'text',
  'start',
  'finish',
  'duration',
  'progress',
  'length',
  'work',
])

export function sqlBaselineStore(session: SqlSession, dialect: Dialect): BaselineStore {
  async function one(where: Sql): Promise<StoredBaseline | null> {
    const row = await session.get(sql`select ${baselineColumns} from _baselines where ${where}`)
    return row ? baselineOf(row) : null
  }

  function copy(id: number, where: Sql): Promise<void> {
    const fields = sql`fields`
    return session.run(
      sql`insert into _baseline_tasks (baseline, ${taskColumns})
          select ${id}, id, type, substr(text, 1, cast(${keptTitle} as integer)), start, finish, duration, progress,
            ${dialect.numberIn(fields, 'length')}, ${dialect.numberIn(fields, 'effort')}
          from _tasks where ${where} order by id`,
    )
  }

  function count(id: number): Promise<void> {
    return session.run(
      sql`update _baselines
          set tasks = (select count(*) from _baseline_tasks where baseline = ${id})
          where id = ${id}`,
    )
  }

  return {
    find: (id) => one(sql`id = ${id} and gone is null`),

    async all() {
      const rows = await session.all(
        sql`select ${baselineColumns} from _baselines where gone is null order by id`,
      )
      return rows.map(baselineOf)
    },

    async *tasksOf(id) {
      for (let last = 0; ;) {
        const rows = await session.all(
          sql`select ${taskColumns} from _baseline_tasks where baseline = ${id} and id > ${last}
              order by id limit ${tasksAtOnce}`,
        )
        if (rows.length === 0) return
        const tasks = rows.map(taskOf)
        yield tasks
        last = tasks.at(-1)!.id
      }
    },

    async tasksIn(baselines, tasks) {
      const rows = await session.all(
        sql`select ${taskColumns}, baseline from _baseline_tasks
            where baseline in ${anyOf(dialect, baselines)} and id in ${anyOf(dialect, tasks)}
            order by baseline, id`,
      )
      return rows.map((row) => ({ baseline: Number(row[9]), task: taskOf(row) }))
    },

    async nextId() {
      const row = await session.get(sql`select next_baseline from _plan`)
      const id = Number(row?.[0])
      await session.run(sql`update _plan set next_baseline = ${id + 1}`)
      return id
    },

    async insert({ id, name, at, author, authorId, revision, tasks, isWhole, number, version }) {
      await insertBaseline.run(session, [
        [id, name, at, author, authorId, revision, tasks, Number(isWhole), number, version],
      ])
    },

    async keepTasks(id, tasks) {
      const seen = sql`${placed} ${await belowDetached(session)}`
      const wanted = tasks === 'all' ? seen : sql`${seen} and id in ${anyOf(dialect, tasks)}`
      for await (const range of idRanges(session, '_tasks', wanted)) {
        await copy(id, sql`${wanted} and ${range}`)
      }
      await count(id)
    },

    async addTasks(id, tasks) {
      await insertTasks.run(
        session,
        tasks.map((task) => [
          id,
          task.id,
          task.type,
          Array.from(task.text).slice(0, keptTitle).join(''),
          task.start,
          task.end,
          task.duration,
          task.progress,
          task.length,
          task.work,
        ]),
      )
      await session.run(sql`update _baselines set tasks = tasks + ${tasks.length} where id = ${id}`)
    },

    rename: (id, name, version) =>
      session.run(sql`update _baselines set name = ${name}, version = ${version} where id = ${id}`),

    async putAside(id, revision) {
      await session.run(sql`update _baselines set gone = ${revision} where id = ${id}`)
      // It counts in the size of the log from now on.
      await session.run(
        sql`insert into _images (revision, bytes)
            select ${revision}, coalesce(sum(${taskOverhead} + octet_length(text)), 0)
            from _baseline_tasks where baseline = ${id}`,
      )
    },

    async bringBack(id, version) {
      const row = await session.get(
        sql`select gone from _baselines where id = ${id} and gone is not null
              and gone > (select coalesce(max(revision), 0) from _log_start)`,
      )
      if (!row) return null
      await session.run(sql`delete from _images where revision = ${Number(row[0])}`)
      await session.run(
        sql`update _baselines set gone = null, version = ${version},
              number = case when number in (select number from _baselines where gone is null)
                then null else number end
            where id = ${id}`,
      )
      return one(sql`id = ${id}`)
    },
  }
}

function baselineOf(row: unknown[]): StoredBaseline {
  return {
    id: Number(row[0]),
    name: String(row[1]),
    at: String(row[2]),
    author: String(row[3]),
    authorId: typeof row[4] === 'string' ? row[4] : null,
    revision: Number(row[5]),
    tasks: Number(row[6]),
    isWhole: Number(row[7]) === 1,
    number: numberOrNull(row[8]),
    version: Number(row[9]),
  }
}

function taskOf(row: unknown[]): BaselineTask {
  return {
    id: Number(row[0]),
    type: String(row[1]),
    text: String(row[2]),
    start: String(row[3]),
    end: typeof row[4] === 'string' ? row[4] : null,
    duration: numberOrNull(row[5]),
    progress: Number(row[6]),
    length: numberOrNull(row[7]),
    work: numberOrNull(row[8]),
  }
}

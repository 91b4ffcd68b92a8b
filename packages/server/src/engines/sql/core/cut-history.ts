import { isCounted } from '../../../ports/gantt-store.ts'
import type { DeletedThing, HistoryStore } from '../../../ports/history.ts'
import { droppedName } from '../../../ports/table-changes.ts'
import { valuesIn } from './log-rows.ts'
import { identifier, logEndOf, sql } from './sql.ts'
import type { SqlSession } from './sql.ts'

/** What an entry takes beside its values, more or less. */
const entryOverhead = 200
/** What lies beside entries, by their revisions and ids. */
const imageTables = ['_row_images', '_task_images', '_link_images', '_assignment_images']
/** So many of them are taken away at once. */
const imagesAtOnce = 5000
/** So many are weighed at once. */
const weighedAtOnce = 5000

type Cutting = Pick<
  HistoryStore,
  'deletedIn' | 'hasImage' | 'cut' | 'beyond' | 'cutOff' | 'clearImages'
>

function imagesOf(isTask: boolean): string {
  return isTask ? '_task_images' : '_row_images'
}

/** How the log loses its oldest entries, with all that lies beside them. */
export function sqlCutHistory(session: SqlSession): Cutting {
  /** Of what an entry tells of by number: names of those that something was said of. */
  async function commentedKept(revision: number, table: string): Promise<string[]> {
    const isTask = table === 'tasks'
    const rows = await session.all(
      sql`select distinct thing from _comments
          where kind = ${isTask ? 'task' : 'row'} and table_name = ${isTask ? '' : table}
            and thing in (select id from ${identifier(imagesOf(isTask))} where revision = ${revision})`,
    )
    return rows.map(([id]) => `${table}/${Number(id)}`)
  }

  /** Takes away some of what lies beside entries that were cut off; answers whether there may be more. */
  async function clearSome(table: string): Promise<boolean> {
    const images = identifier(table)
    const start = sql`(select coalesce(max(revision), 0) from _log_start)`
    const first = await session.get(
      sql`select revision, id from ${images} where revision <= ${start}
          order by revision, id limit 1 offset ${imagesAtOnce}`,
    )
    if (!first) {
      await session.run(sql`delete from ${images} where revision <= ${start}`)
      return false
    }
    const [revision, id] = first.map(Number) as [number, number]
    await session.run(sql`delete from ${images} where (revision, id) < (${revision}, ${id})`)
    return true
  }

  /** The same of tasks of a baseline that was put aside, and then of itself. */
  async function clearBaseline(): Promise<boolean> {
    const row = await session.get(
      sql`select id from _baselines
          where gone <= (select coalesce(max(revision), 0) from _log_start) limit 1`,
    )
    if (!row) return false
    const own = sql`baseline = ${Number(row[0])}`
    const first = await session.get(
      sql`select id from _baseline_tasks where ${own} order by id limit 1 offset ${imagesAtOnce}`,
    )
    const some = first ? sql`and id < ${Number(first[0])}` : sql``
    await session.run(sql`delete from _baseline_tasks where ${own} ${some}`)
    if (!first) await session.run(sql`delete from _baselines where id = ${Number(row[0])}`)
    return true
  }

  return {
    async deletedIn(after, upTo) {
      const rows = await session.all(
        sql`select revision, operation, entity, before from _changes
            where revision > ${after} and revision <= ${upTo}
              and operation in ('task-deleted', 'row-deleted', 'rows-deleted')`,
      )
      const deleted: DeletedThing[] = []
      for (const [revision, operation, entity, before] of rows) {
        if (operation === 'rows-deleted') {
          for (const name of await commentedKept(Number(revision), String(entity))) {
            deleted.push({ name, with: name })
          }
          continue
        }
        const top = String(entity)
        const values = valuesIn(before)
        const branch = (values?.['$branch'] ?? []) as { id: number }[]
        const below = isCounted(values)
          ? await commentedKept(Number(revision), 'tasks')
          : branch.map(({ id }) => `tasks/${id}`)
        const names = new Set([top, ...below])
        for (const name of names) deleted.push({ name, with: top })
      }
      return deleted
    },

    async hasImage(name) {
      const [table = '', id = ''] = name.split('/')
      const isTask = table === 'tasks'
      const entries = isTask
        ? sql`select revision from _images`
        : sql`select revision from _changes where entity = ${table}`
      const row = await session.get(
        sql`select 1 from (${entries}) as entry where exists (
              select 1 from ${identifier(imagesOf(isTask))} as image
              where image.revision = entry.revision and image.id = ${Number(id)}) limit 1`,
      )
      return row !== undefined && row !== null
    },

    async cut() {
      return logEndOf(await session.get(sql`select revision, hash from _log_start`))
    },

    async beyond(bytes) {
      let [before, room] = [Number.MAX_SAFE_INTEGER, bytes]
      for (;;) {
        const rows = await session.all(
          sql`select revision, ${entryOverhead} + coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)
                + coalesce((select i.bytes from _images as i where i.revision = _changes.revision), 0)
              from _changes where revision < ${before} order by revision desc limit ${weighedAtOnce}`,
        )
        if (rows.length === 0) return 0
        for (const [revision, size] of rows) {
          room -= Number(size)
          if (room < 0) return Number(revision)
          before = Number(revision)
        }
      }
    },

    async cutOff(upTo) {
      const last = await session.get(
        sql`select revision, hash from _changes where revision = ${upTo}`,
      )
      if (!last) return
      const { revision, hash } = logEndOf(last)
      await session.run(sql`delete from _log_start`)
      await session.insert(
        sql`insert into _log_start (revision, hash) values (${revision}, ${hash})`,
      )
      await session.run(sql`delete from _changes where revision <= ${upTo}`)
      await session.run(sql`delete from _images where revision <= ${upTo}`)
      const dropped = await session.all(
        sql`select revision from _dropped where revision <= ${upTo}`,
      )
      for (const [at] of dropped) {
        const name = droppedName(Number(at))
        await session.define(sql`drop table ${identifier(name)}`)
        await session.run(sql`delete from _comments where kind = 'row' and table_name = ${name}`)
      }
      await session.run(sql`delete from _dropped where revision <= ${upTo}`)
    },

    async clearImages() {
      for (const table of imageTables) if (await clearSome(table)) return true
      return clearBaseline()
    },
  }
}

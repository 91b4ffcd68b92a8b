import { isCounted } from '../../../ports/gantt-store.ts'
import type { DeletedBranch, HistoryReader } from '../../../ports/history.ts'
import { beginsWith } from './change-log.ts'
import { valuesIn } from './log-rows.ts'
import type { Dialect } from './dialect.ts'
import { sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'

/** So many names go into one statement. */
export const namesAtOnce = 1000

/** So much of a text is in an index where that may be long; it stands in the statements, too. */
const indexedLength = 200

/** What an entry says that something is, or was. */
const values = sql`coalesce(after, before)`
const ofLinks = sql`operation in ('link-added', 'link-deleted')`
const ofAssignments = sql`operation in ('assignment-added', 'assignment-deleted')`
/** As it stands in the index; see its migration. */
const ofComments = sql`(operation = 'comment-added' or operation = 'comment-updated' or operation = 'comment-deleted')`
const ties = [
  [ofLinks, 'source'],
  [ofLinks, 'target'],
  [ofAssignments, 'task'],
] as const

/** What the values in the log name, where that is not what an entry is about. */
export function namesInLog(
  session: SqlSession,
  dialect: Dialect,
): Pick<HistoryReader, 'deletedBelow' | 'besideTasks' | 'commentsOn'> {
  /** The tasks of a branch that an entry tells of by their number. */
  async function idsKept(revision: number): Promise<number[]> {
    const rows = await session.all(sql`select id from _task_images where revision = ${revision}`)
    return rows.map(([id]) => Number(id))
  }

  return {
    async deletedBelow(tasks) {
      const found: DeletedBranch[] = []
      for (const ids of inParts(tasks.map(String))) {
        const rows = await session.all(
          sql`select revision, entity, before from _changes where operation = 'task-deleted'
                and ${dialect.parentIn(sql`before`)} in (${listed(ids)})`,
        )
        for (const [revision, entity, before] of rows) {
          const was = valuesIn(before)
          const branch = (was?.['$branch'] ?? []) as { id: number }[]
          const below = isCounted(was)
            ? await idsKept(Number(revision))
            : branch.map(({ id }) => id)
          found.push({ id: Number(String(entity).slice('tasks/'.length)), below })
        }
      }
      return found
    },

    async besideTasks(tasks) {
      const found: string[] = []
      for (const ids of inParts(tasks.map(String))) {
        for (const [operations, member] of ties) {
          const rows = await session.all(
            sql`select distinct entity from _changes
                where ${operations} and ${dialect.besideIn(values, member)} in (${listed(ids)})`,
          )
          found.push(...rows.map(([entity]) => String(entity)))
        }
      }
      return found
    },

    async commentsOn(things, after, before) {
      const found: string[] = []
      const of = dialect.besideIn(values, 'of')
      for (const names of inParts(things.map((thing) => JSON.stringify(thing)))) {
        const starts = names.map((name) => Array.from(name).slice(0, indexedLength).join(''))
        const rows = await session.all(
          sql`select distinct entity from _changes
              where ${ofComments}
                and substr(${of}, 1, 200) in (${listed(starts)}) and ${of} in (${listed(names)})
                and revision > ${after} and revision < ${before}`,
        )
        found.push(...rows.map(([entity]) => String(entity)))
      }
      return found
    },
  }
}

/** A condition as an index serves it, and as none does. */
interface Found {
  indexed: Sql
  unindexed: Sql
}

export function named(prefix: string): Found {
  return {
    indexed: beginsWith(sql`entity`, prefix),
    unindexed: beginsWith(sql`(entity || '')`, prefix),
  }
}

export function movedFrom(prefix: string): Found {
  // Where it was stands first in its values; a text within JSON begins as one that it begins with.
  const beginning = `{"id":${JSON.stringify(prefix).slice(0, -1)}`
  const signs = Array.from(beginning)
  const inIndex = sql`substr(before, 1, 200)`
  const start =
    signs.length < indexedLength
      ? beginsWith(inIndex, beginning)
      : sql`${inIndex} = ${signs.slice(0, indexedLength).join('')}`
  const unindexed = sql`operation = 'file-moved' and ${beginsWith(sql`(before || '')`, beginning)}`
  return { indexed: sql`${unindexed} and ${start}`, unindexed }
}

export function inParts(names: readonly string[]): string[][] {
  const parts: string[][] = []
  for (let at = 0; at < names.length; at += namesAtOnce)
    parts.push(names.slice(at, at + namesAtOnce))
  return parts
}

export function listed(texts: readonly string[]): Sql {
  return { text: texts.map(() => '?').join(', '), values: texts }
}

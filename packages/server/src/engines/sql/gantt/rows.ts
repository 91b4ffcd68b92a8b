import { detached } from '../../../ports/gantt-store.ts'
import type { DueTask, Fields, StoredTask, TaskCopy } from '../../../ports/gantt-store.ts'
import type { Dialect } from '../core/dialect.ts'
import { sql } from '../core/sql.ts'
import type { Sql } from '../core/sql.ts'

/** What stands behind `in`: all ids as one value, so that one statement serves lists of any length. */
export function anyOf(dialect: Dialect, ids: readonly number[]): Sql {
  // Most lists are of one, which is found in half the time without a table made of it.
  if (ids.length === 1) return sql`(${unlooked(ids[0]!)})`
  return sql`(select list."$id" from ${dialect.idList(JSON.stringify(ids))})`
}

/** A condition: a task is not detached. Word for word that of the index on places, or it is not used. */
export const placed: Sql = sql`parent <> -1`

/** A condition: a task is directly below `parent`. */
export function below(parent: number): Sql {
  return parent === detached ? sql`parent = -1` : sql`${placed} and parent = ${unlooked(parent)}`
}

/**
 * A value in a comparison with a column that some index has a condition on. SQLite looks at a bare
 * value to see whether it fulfils the condition, and plans the statement anew whenever it is given
 * another: fifty times the time of running it.
 */
export function unlooked(value: number): Sql {
  return sql`(${value} + 0)`
}

/** The tasks but for some, and how many children of each are left, as they are seen where those are hidden. */
export interface SeenTasks {
  /** What stands behind `from`. */
  from: Sql
  /** A condition that follows others. */
  only: Sql
  children: Sql
}

export function seenTasks(dialect: Dialect, hidden: readonly number[]): SeenTasks {
  if (hidden.length === 0) return { from: sql`_tasks`, only: sql``, children: sql`children` }
  const ids = anyOf(dialect, hidden)
  return {
    from: sql`_tasks left join (
      select parent as above, count(*) as fewer from _tasks where id in ${ids} group by parent
    ) as hidden on above = id`,
    only: sql`and id not in ${ids}`,
    children: sql`(children - coalesce(fewer, 0))`,
  }
}

export const taskColumns = sql`id, parent, place, type, text, start, finish, duration, progress, open,
  lazy, fields, children, version`

export function taskOf(row: unknown[]): StoredTask {
  return {
    id: Number(row[0]),
    parent: Number(row[1]),
    place: String(row[2]),
    type: String(row[3]),
    text: String(row[4]),
    start: String(row[5]),
    end: typeof row[6] === 'string' ? row[6] : null,
    duration: numberOrNull(row[7]),
    progress: Number(row[8]),
    open: row[9] === 1,
    lazy: row[10] === null ? null : row[10] === 1,
    fields: fieldsOf(row[11]),
    children: Number(row[12]),
    version: Number(row[13]),
  }
}

export function dueTaskOf([id, text, type, start, end, progress]: unknown[]): DueTask {
  return {
    id: Number(id),
    text: String(text),
    type: String(type),
    start: String(start),
    end: typeof end === 'string' ? end : null,
    progress: Number(progress),
  }
}

export const copyColumns = sql`number, source, copy, is_root, made`

export function copyOf(row: unknown[]): TaskCopy {
  return {
    number: Number(row[0]),
    source: Number(row[1]),
    copy: Number(row[2]),
    isRoot: row[3] === 1,
    at: Number(row[4]),
  }
}

export function fieldsOf(json: unknown): Fields {
  return JSON.parse(String(json)) as Fields
}

export function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(value)
}

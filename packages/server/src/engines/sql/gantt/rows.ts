import type {
  Fields,
  StoredAssignment,
  StoredLink,
  StoredResource,
  StoredTask,
  TaskCopy,
} from '../../../ports/gantt-store.ts'
import { sql } from '../core/sql.ts'

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

export const resourceColumns = sql`id, parent, place, fields, version`

export function resourceOf(row: unknown[]): StoredResource {
  return {
    id: Number(row[0]),
    parent: Number(row[1]),
    place: String(row[2]),
    fields: fieldsOf(row[3]),
    version: Number(row[4]),
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

function fieldsOf(json: unknown): Fields {
  return JSON.parse(String(json)) as Fields
}

function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(value)
}

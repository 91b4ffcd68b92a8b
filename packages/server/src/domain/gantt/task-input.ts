import type { Fields, StoredTask } from '../../ports/gantt-store.ts'
import {
  badValue,
  fieldsIn,
  isOfClient,
  isSameJson,
  limited,
  maxSpan,
  numberFrom,
  textFrom,
} from './gantt-value.ts'
import { constraintIn } from './task-times.ts'
import { wallTime, laterBy, msBetween } from './wall-time.ts'

/** What a client says about a task, but for its id and its place. */
export type TaskValues = Pick<
  StoredTask,
  'type' | 'text' | 'start' | 'end' | 'duration' | 'progress' | 'open' | 'fields'
>
export type TaskChanges = Partial<TaskValues>

/** What a body says about a task, checked. Keys that are no fields of a task are passed over. */
export function taskChanges(input: Fields): TaskChanges {
  const changes: TaskChanges = {}
  if (isGiven(input, 'type')) changes.type = textFrom('type', input['type'], 63) || 'task'
  if (isGiven(input, 'text')) changes.text = textFrom('text', input['text'], maxText)
  // A task always has a start; no client can show one without.
  const start = wallTime(input['start'], 'start')
  if (start !== null) changes.start = start
  if (isGiven(input, 'end')) changes.end = wallTime(input['end'], 'end')
  if (isGiven(input, 'duration')) changes.duration = spanFrom(input, 'duration')
  if (isGiven(input, 'progress')) {
    changes.progress = numberFrom('progress', input['progress'], { from: 0, to: 100 }) ?? 0
  }
  if (isGiven(input, 'open')) changes.open = flagFrom('open', input['open'])
  const fields = keptFields(input)
  if (Object.keys(fields).length > 0) changes.fields = fields
  return changes
}

/** A whole task of what was said about it. `start` is taken where none was given. */
export function newTask(
  changes: TaskChanges,
  defaults: { start: string },
): TaskValues & { lazy: null } {
  const { type = 'task', text = '', end = null, duration = null } = changes
  const { progress = 0, open = false, fields = {} } = changes
  const isOver = end !== null && end < defaults.start
  const start = changes.start ?? (isOver ? end : defaults.start)
  const isUnscheduled = Boolean(fields['unscheduled'])
  const dates = completeDates({ type, start, end, duration }, isUnscheduled)
  return { ...dates, text, progress, open, fields: limited(fields), lazy: null }
}

/** What really becomes different; `null` when nothing does. */
export function mergedTask(stored: StoredTask, changes: TaskChanges): TaskChanges | null {
  const said = changes.fields && withoutImplied(changes.fields)
  const fields = said ? limited({ ...stored.fields, ...said }) : stored.fields
  const dates = changedDates(stored, changes, Boolean(fields['unscheduled']))
  const after: TaskChanges = { ...changes, ...dates, fields }
  const changed = Object.entries(after).filter(
    ([name, value]) => !isSameJson(value, stored[name as keyof TaskValues]),
  )
  return changed.length === 0 ? null : Object.fromEntries(changed)
}

/** That nobody asked for it is our word: who says it repeats what was known of the task, which may hold no more. */
function withoutImplied({ constraint, ...others }: Fields): Fields {
  if (constraint === undefined || constraintIn({ constraint }).implied) return others
  return { ...others, constraint }
}

const maxText = 100_000

/** Columns of their own, what belongs to requests and not to tasks, and what clients calculate. */
const notKept = new Set(
  `type text start end duration progress open id parent lazy nested mode target operation data
  slack critical`.split(/\s+/),
)

/** Whether a task can have a field of its own that is called so. */
export function isFieldName(name: string): boolean {
  return !notKept.has(name) && !isOfClient(name)
}

/** The client reads some of the other fields too, and fails where they are not as it expects. */
function keptFields(input: Fields): Fields {
  const fields = fieldsIn(input, notKept)
  const { details } = fields
  if (details !== undefined) fields['details'] = textFrom('details', details, maxText)
  for (const name of ['base_start', 'base_end']) {
    if (isGiven(fields, name)) fields[name] = wallTime(fields[name], name)
  }
  if (isGiven(fields, 'base_duration')) fields['base_duration'] = spanFrom(fields, 'base_duration')
  if (isGiven(fields, 'segments')) fields['segments'] = segmentsFrom(fields['segments'])
  return fields
}

function segmentsFrom(value: unknown): Fields[] | null {
  if (value === null) return null
  if (!Array.isArray(value) || !value.every(isObject)) {
    throw badValue('segments', 'takes a list of objects')
  }
  return value.map((segment) =>
    Object.fromEntries(Object.entries(segment).filter(([name]) => !isOfClient(name))),
  )
}

function spanFrom(input: Fields, field: string): number | null {
  return numberFrom(field, input[field], { from: 0, to: maxSpan })
}

function flagFrom(field: string, value: unknown): boolean {
  if (value === null || value === 0) return false
  if (value === 1) return true
  if (typeof value !== 'boolean') throw badValue(field, 'takes true or false')
  return value
}

function isGiven(input: Fields, name: string): boolean {
  return Object.hasOwn(input, name) && input[name] !== undefined
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * When a task takes place. The client goes by the duration where there is one, and by the end only
 * where there is none. How long a duration lasts in hours depends on its chart: we cannot tell.
 */
type Dates = Pick<StoredTask, 'type' | 'start' | 'end' | 'duration'>

/** The dates after a change; what was not said follows from what was. */
function changedDates(stored: Dates, changes: Partial<Dates>, isUnscheduled: boolean): Dates {
  const { type, start, end, duration } = { ...stored, ...changes }
  const isLonger = duration !== stored.duration
  if (changes.end === undefined) {
    const isUnknown = end === null || (isLonger && (duration ?? 0) > 0)
    const moved = isUnknown ? null : movedAlong(end, stored.start, start)
    return completeDates({ type, start, end: moved, duration }, isUnscheduled)
  }
  const isMoved = start !== stored.start || end !== stored.end
  const isStale = end !== null && isMoved && changes.duration === undefined
  return completeDates({ type, start, end, duration: isStale ? null : duration }, isUnscheduled)
}

/** An end as much later as the start, or earlier. */
function movedAlong(end: string, from: string, to: string): string {
  return from === to ? end : laterBy(end, msBetween(from, to))
}

/** What the client would assume anyway, and what it fails without: the end of a summary or unscheduled task. */
function completeDates({ type, start, end, duration }: Dates, isUnscheduled: boolean): Dates {
  if (type === 'milestone') return { type, start, end: null, duration: 0 }
  if (end !== null) {
    // With a duration it may, for an hour: when clocks are put back.
    if (end < start && !duration) throw badValue('end', 'must not lie before start')
    return { type, start, end, duration }
  }
  const length = duration || 1
  const needsEnd = type === 'summary' || isUnscheduled
  const guess = needsEnd ? laterBy(start, Math.round(length * daySeconds) * 1000) : null
  return { type, start, end: guess, duration: length }
}

const daySeconds = 24 * 60 * 60

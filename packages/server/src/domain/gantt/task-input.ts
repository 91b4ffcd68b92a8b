import type { Fields, StoredTask } from '../../ports/plan-store.ts'
import { planDate } from './plan-date.ts'
import {
  badValue,
  fieldsIn,
  isOfClient,
  limited,
  maxSpan,
  numberFrom,
  textFrom,
} from './plan-value.ts'
import { isSameJson } from './same-json.ts'
import { changedDates, completeDates } from './task-dates.ts'

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
  const start = planDate(input['start'], 'start')
  if (start !== null) changes.start = start
  if (isGiven(input, 'end')) changes.end = planDate(input['end'], 'end')
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
  const fields = changes.fields ? limited({ ...stored.fields, ...changes.fields }) : stored.fields
  const dates = changedDates(stored, changes, Boolean(fields['unscheduled']))
  const after: TaskChanges = { ...changes, ...dates, fields }
  const changed = Object.entries(after).filter(
    ([name, value]) => !isSameJson(value, stored[name as keyof TaskValues]),
  )
  return changed.length === 0 ? null : Object.fromEntries(changed)
}

const maxText = 100_000

/** Columns of their own, what belongs to requests and not to tasks, and what clients calculate. */
const notKept = new Set(
  `type text start end duration progress open id parent lazy nested mode target operation data
  slack critical`.split(/\s+/),
)

/** The client reads some of the other fields too, and fails where they are not as it expects. */
function keptFields(input: Fields): Fields {
  const fields = fieldsIn(input, notKept)
  const { details } = fields
  if (details !== undefined) fields['details'] = textFrom('details', details, maxText)
  for (const name of ['base_start', 'base_end']) {
    if (isGiven(fields, name)) fields[name] = planDate(fields[name], name)
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

import { constraintTypes } from '@triptych/contract/schedule'
import type { Schedule } from '@triptych/contract/schedule'
import type { Fields, StoredTask } from '../../ports/gantt-store.ts'
import type { PlanResource } from '../schedule/plan.ts'
import { minute } from '../schedule/ticks.ts'
import { effortByLength, lengthByEffort } from './effort.ts'
import { badValue, isSameJson, maxSpan, numberFrom } from './gantt-value.ts'
import type { PlanCalendars } from './plan-calendars.ts'
import type { TaskValues } from './task-input.ts'
import { checkPieces, lengthOfPieces, pausesIn, saidPieces } from './task-segments.ts'
import {
  constraintIn,
  doneAt,
  drawnAt,
  heldAt,
  isOtherSpan,
  lengthByAll,
  timesOfTask,
} from './task-times.ts'
import type { WorkingTime } from '../schedule/working-time.ts'
import { wallTime } from './wall-time.ts'

/** A task as it is after a change, with how it was. */
interface Said {
  before: StoredTask | null
  after: TaskValues
  /** Whether a start was said at all. */
  isPlaced: boolean
  schedule: Schedule
  calendars: PlanCalendars
  /** Who works on it, and how much of their time they give to it together. */
  people: readonly PlanResource[]
  units: number
}

/**
 * What a client's dates mean where a plan is scheduled: who draws a task longer says how long it takes, and who puts
 * it somewhere that it is not to start before. What is said in so many words comes first. Clients send back all
 * that they know of a task: only what is different was said.
 */
export function saidFields(given: Said): Fields {
  const { before, after, isPlaced, schedule, calendars, people, units } = given
  const fields = checkedFields(after.fields)
  const isSaid = (name: string) =>
    before ? !isSameJson(before.fields[name], after.fields[name]) : fields[name] !== undefined
  if (isSaid('segments')) checkPieces(fields['segments'])
  const now = { ...after, fields }
  const times = timesOfTask(calendars, fields, people)
  const { segments } = fields
  const pieces = isSaid('segments')
    ? saidPieces({ before, start: after.start, segments, schedule, time: times[0]! })
    : null
  if (pieces) fields['segments'] = pieces
  if (!isSaid('length') && pieces) fields['length'] = lengthOfPieces(pieces)
  else if (!isSaid('length') && (!before || isOtherSpan(before, after, schedule))) {
    const { length: _length, ...others } = fields
    const drawn = lengthByAll({ ...after, fields: others }, schedule, times)
    fields['length'] = Math.max(0, drawn - pausesIn(fields)) / minute
  }
  if (isSaid('effort') && !isSaid('length')) lengthByEffort(fields, units)
  else if (fields['length'] !== before?.fields['length'] && !isSaid('effort')) {
    effortByLength(fields, units)
  }
  if (before) dropStale(before, now, isSaid)
  const isDrawn = isPlaced || (before !== null && isOtherSpan(before, after, schedule))
  noteActuals(now, before?.progress ?? 0, { isPlaced, isDrawn, isSaid, times })
  if (isSaid('constraint') || fields['manual'] === true) return fields
  // What was begun is where it was put, whatever it waits for.
  if (hasBegun(fields)) return fields
  const isLoose = before?.fields['manual'] === true && constraintIn(fields).type === 'asap'
  if (!before) {
    if (isPlaced && !isAtBeginning(after, schedule)) fields['constraint'] = drawnAt(now, schedule)
  } else if (isPlaced || isLoose) fields['constraint'] = heldAt(now, schedule)
  return fields
}

/** All wait for the beginning of the plan, wherever that is moved to. */
function isAtBeginning({ start }: TaskValues, schedule: Schedule): boolean {
  return schedule.from === 'start' && schedule.start !== null && start <= schedule.start
}

interface Change {
  isPlaced: boolean
  isDrawn: boolean
  isSaid: (name: string) => boolean
  times: readonly WorkingTime[]
}

/**
 * What was begun has begun where it stood then, and what is done has ended there: neither is moved by others any more, but
 * by whoever draws it elsewhere. What is said of it in so many words counts.
 */
function noteActuals(
  { start, end, progress, fields }: Pick<TaskValues, 'start' | 'end' | 'progress' | 'fields'>,
  before: number,
  { isPlaced, isDrawn, isSaid, times }: Change,
): void {
  if (!isSaid('actualStart')) {
    if (progress === 0 && before > 0) delete fields['actualStart']
    else if (hasBegun(fields) ? isPlaced : before === 0 && progress > 0) {
      fields['actualStart'] = start
    }
  }
  if (isSaid('actualFinish')) return
  const isDone = typeof fields['actualFinish'] === 'string'
  if (progress < 100 && before === 100) delete fields['actualFinish']
  else if (isDone ? isDrawn : before < 100 && progress === 100) {
    fields['actualFinish'] = doneAt({ start, end, fields }, times)
  } else if (isDone && isSaid('length')) {
    // How long it took was put right, and it ended then.
    fields['actualFinish'] = doneAt({ start, end: null, fields }, times)
  }
}

function hasBegun(fields: Fields): boolean {
  return typeof fields['actualStart'] === 'string'
}

/** How much is left, and when it goes on, was said of another progress or length. */
function dropStale(
  before: StoredTask,
  { progress, fields }: Pick<TaskValues, 'progress' | 'fields'>,
  isSaid: (name: string) => boolean,
): void {
  if (progress === before.progress && fields['length'] === before.fields['length']) return
  for (const name of ['remaining', 'stop', 'resume']) if (!isSaid(name)) delete fields[name]
}

/** Of what the schedule reads: refuses what it could not. */
function checkedFields(given: Fields): Fields {
  const fields = { ...given }
  for (const name of ['deadline', 'actualStart', 'actualFinish', 'stop', 'resume']) {
    if (fields[name] !== undefined) fields[name] = wallTime(fields[name], name)
  }
  for (const name of ['length', 'remaining', 'effort']) {
    if (fields[name] === undefined) continue
    fields[name] = numberFrom(name, fields[name], { from: 0, to: maxSpan })
  }
  const { constraint } = fields
  if (constraint === undefined || constraint === null) return fields
  const { type, date, implied } = constraint as Record<string, unknown>
  if (!constraintTypes.some((one) => one === type)) {
    throw badValue('constraint', `takes a type of ${constraintTypes.join(', ')}`)
  }
  const at = wallTime(date, 'constraint')
  if (at === null && type !== 'asap' && type !== 'alap') {
    throw badValue('constraint', `of type ${String(type)} takes a date`)
  }
  fields['constraint'] = { type, date: at, ...(implied === true && { implied }) }
  return fields
}

import type { Schedule } from '@triptych/contract/schedule'
import type { Fields, StoredTask } from '../../ports/gantt-store.ts'
import type { Segment } from '../schedule/plan.ts'
import { day, hour, minute, tickOf } from '../schedule/ticks.ts'
import type { WorkingTime } from '../schedule/working-time.ts'
import { finishAt, startAt, workAt, workBetween } from '../schedule/working-time.ts'
import { isSameJson, maxSpan, numberFrom } from './gantt-value.ts'
import { dateIn, drawnDates, isLength, lengthOfTask } from './task-times.ts'
import { wallTime } from './wall-time.ts'

/**
 * The pieces of a task in which it is done so long; none where it is in one piece. What they say too much is cut off, and
 * what they leave is done with the last.
 */
export function segmentsIn({ segments }: Fields, duration: number): readonly Segment[] {
  const given = piecesIn(segments)
  if (given.length < 2) return none
  const pieces: Segment[] = []
  const first = given[0]!.offset
  let [end, left] = [0, duration]
  for (const { offset, length } of given) {
    if (left <= 0) break
    const piece = { offset: Math.max(offset - first, end), length: Math.min(length, left) }
    if (piece.length <= 0) continue
    pieces.push(piece)
    end = piece.offset + piece.length
    left -= piece.length
  }
  if (left > 0 && pieces.length > 0) pieces.at(-1)!.length += left
  return pieces.length < 2 ? none : pieces
}

const none: readonly Segment[] = []

/** Those of which it is known when they are, in ticks; none where that is not known of all. */
function piecesIn(value: unknown): Segment[] {
  if (!Array.isArray(value)) return []
  const pieces = value.flatMap(({ offset, length }: Fields) =>
    isLength(offset) && isLength(length)
      ? [{ offset: Math.round(offset * minute), length: Math.round(length * minute) }]
      : [],
  )
  if (pieces.length !== value.length) return []
  return pieces.toSorted((one, other) => one.offset - other.offset)
}

interface SaidPieces {
  before: StoredTask | null
  /** When the task begins, as it is said now. */
  start: string
  segments: unknown
  schedule: Schedule
  time: WorkingTime
}

/**
 * Pieces with when they are in working time from the start of the task. Clients that draw them say dates: who draws one
 * elsewhere means those, and who moves the task with all of them does not.
 */
export function saidPieces({
  before,
  start,
  segments,
  schedule,
  time,
}: SaidPieces): Fields[] | null {
  if (!Array.isArray(segments) || segments.length < 2) return null
  const said = segments as Fields[]
  const known = (before?.fields['segments'] ?? []) as Fields[]
  const from = tickOf(start)
  const isMoved = before !== null && isShifted(known, said, from - tickOf(before.start))
  const pieces = said.map((piece, i): Fields => {
    const was = known[i] ?? {}
    if (isMoved && isLength(was['offset'])) {
      return { ...piece, offset: was['offset'], length: was['length'] }
    }
    const isSame = ['start', 'end', 'duration'].every((name) => isSameJson(piece[name], was[name]))
    const isCounted = isLength(piece['offset']) && isLength(piece['length'])
    const dates = isSame && isCounted ? null : datesOf(piece, schedule)
    if (dates) {
      const offset = workBetween(time, from, dates.start)
      return {
        ...piece,
        offset: offset / minute,
        length: workBetween(time, dates.start, dates.end) / minute,
      }
    }
    return piece
  })
  if (piecesIn(pieces).length === 0) return null
  return pieces.toSorted((one, other) => Number(one['offset']) - Number(other['offset']))
}

/** Refuses what could not be read. */
export function checkPieces(segments: unknown): void {
  if (!Array.isArray(segments)) return
  for (const piece of segments as Fields[]) {
    for (const name of ['start', 'end']) wallTime(piece[name], 'segments')
    for (const name of ['offset', 'length', 'duration']) {
      numberFrom('segments', piece[name], { from: 0, to: maxSpan })
    }
  }
}

/** Whether a task is in pieces of which it is known when they are. */
export function isInPieces(fields: Fields): boolean {
  return piecesIn(fields['segments']).length > 1
}

/** Whether all pieces were put elsewhere with their task, and none was made longer. */
function isShifted(known: readonly Fields[], said: readonly Fields[], by: number): boolean {
  if (by === 0 || known.length !== said.length) return false
  return said.every((piece, i) => {
    const [now, then] = [datesIn(piece), datesIn(known[i]!)]
    if (!now.start || !then.start) return false
    const isSameEnd = now.end && then.end ? now.end - then.end === by : now.end === then.end
    return now.start - then.start === by && isSameEnd
  })
}

function datesIn({ start, end }: Fields): { start: number | null; end: number | null } {
  return { start: tickIn(start), end: tickIn(end) }
}

function tickIn(value: unknown): number | null {
  const date = dateIn(value)
  return date === null ? null : tickOf(date)
}

/** From when to when a piece is drawn; `null` where it says no dates. */
function datesOf(piece: Fields, { durationUnit }: Schedule): { start: number; end: number } | null {
  const { start, end } = datesIn(piece)
  if (start === null) return null
  if (end !== null) return { start, end: Math.max(start, end) }
  const duration = isLength(piece['duration']) ? piece['duration'] : 1
  return { start, end: start + Math.round(duration * (durationUnit === 'day' ? day : hour)) }
}

/** How long a task takes that is done in these pieces, in minutes. */
export function lengthOfPieces(pieces: readonly Fields[]): number {
  return pieces.reduce((sum, { length }) => sum + Number(length), 0)
}

/** How long a task takes, in ticks, without its pauses, and in which pieces it is done. */
export function worked(
  task: StoredTask,
  schedule: Schedule,
  time: WorkingTime,
): { length: number; pieces: readonly Segment[] } {
  const { start, fields } = task
  const said = saidPieces({ before: null, start, segments: fields['segments'], schedule, time })
  const isDrawn = said !== null && !isLength(fields['length'])
  const length = isDrawn
    ? Math.round(lengthOfPieces(said) * minute)
    : lengthOfTask(task, schedule, time)
  return { length, pieces: said ? segmentsIn({ segments: said }, length) : none }
}

/** For how long nothing is done between the pieces of a task. */
export function pausesIn(fields: Fields): number {
  const pieces = piecesIn(fields['segments'])
  if (pieces.length < 2) return 0
  const last = pieces.at(-1)!
  const done = pieces.reduce((sum, { length }) => sum + length, 0)
  return Math.max(0, last.offset + last.length - pieces[0]!.offset - done)
}

/** The pieces of a task as the chart draws them, given when it begins and by which calendar it runs. */
export function drawnSegments(
  { fields }: Pick<StoredTask, 'fields'>,
  segments: readonly Segment[],
  start: number,
  { schedule, time, drawnBy }: { schedule: Schedule; time: WorkingTime; drawnBy: WorkingTime },
): Fields[] {
  const given = fields['segments'] as Fields[]
  const done = workAt(time, start)
  return segments.map(({ offset, length }, i) => {
    const dates = {
      start: startAt(time, done + offset),
      finish: finishAt(time, done + offset + length),
    }
    return {
      ...given[i],
      ...drawnDates('task', dates, schedule, drawnBy),
      offset: offset / minute,
      length: length / minute,
    }
  })
}

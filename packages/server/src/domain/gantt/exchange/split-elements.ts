import type { ChildElement } from '../../../codecs/xml/xml-text.ts'
import { elementText } from '../../../codecs/xml/xml-text.ts'
import type { Segment } from '../../schedule/plan.ts'
import { day, hour, minute, tickOf } from '../../schedule/ticks.ts'
import type { WorkingTime } from '../../schedule/working-time.ts'
import { finishAt, startAt, workAt, workBetween } from '../../schedule/working-time.ts'
import { dateIn, shownTick } from '../task-times.ts'
import { durationText, minutesIn } from './duration-text.ts'
import { elementList, insertInOrder } from './element-list.ts'
import { assignmentOrder } from './element-order.ts'

/** From when to when a task goes, how long it takes without its pauses, and by which hours. */
export interface TaskSpan {
  start: number
  finish: number
  length: number
  time: WorkingTime
}

/** What is to be done yet and what was done; the other kinds are of baselines and costs. */
const kinds = { remaining: 1, done: 2 }
const name = 'TimephasedData'

/** A file counts to the minute. */
const closeEnough = minute
/** More than these stay elements of the file. */
const mostPieces = 200

/**
 * The pieces in which a task is done, by when somebody works on it. A file says only that: what does not fit to the
 * start, the end and the length of the task is no pause, but somebody who comes later, or on other days.
 */
export function readPieces(works: readonly string[], span: TaskSpan): Segment[] {
  const { start, finish, length, time } = span
  const whole = workBetween(time, start, finish)
  // Most have no pause, and then there is nothing to look for.
  if (whole - length <= closeEnough) return []
  const pieces = joinedSpans(works.flatMap(workedIn), time)
    .map(({ from, to }) => ({
      offset: workBetween(time, start, from),
      length: workBetween(time, from, to),
    }))
    .filter((piece) => piece.length > 0)
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (!first || !last || pieces.length < 2 || pieces.length > mostPieces) return []
  const sum = pieces.reduce((all, piece) => all + piece.length, 0)
  const isWhole = [first.offset, last.offset + last.length - whole, sum - length].every(
    (difference) => Math.abs(difference) <= closeEnough,
  )
  return isWhole ? pieces : []
}

interface Worked {
  from: number
  to: number
}

function workedIn(assignment: string): Worked[] {
  if (!assignment.includes(`<${name}>`)) return []
  return elementList(assignment).all.flatMap((child) => {
    if (!isWork(child)) return []
    const said = elementList(child.xml)
    const [from, to] = [dateIn(said.text('Start')), dateIn(said.text('Finish'))]
    const worked = minutesIn(said.text('Value') ?? '') ?? 0
    return from !== null && to !== null && worked > 0
      ? [{ from: tickOf(from), to: tickOf(to) }]
      : []
  })
}

function isWork({ name: called, xml }: ChildElement): boolean {
  return (
    called === name && Object.values(kinds).includes(Number(elementList(xml).text('Type') ?? 0))
  )
}

/** Nights and free days between them are no pauses. */
function joinedSpans(spans: readonly Worked[], time: WorkingTime): Worked[] {
  const result: Worked[] = []
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last && workBetween(time, last.to, from) <= 0) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

/** Whether an assignment says of days that its task does not take, because the task was moved or made shorter. */
export function isOutdated(assignment: string, { start, finish, time }: TaskSpan): boolean {
  return workedIn(assignment).some(
    ({ from, to }) =>
      workBetween(time, Math.min(from, start), start) > 0 ||
      workBetween(time, finish, Math.max(to, finish)) > 0,
  )
}

/** Without what it says of the days on which it is worked. */
export function withoutPieces(children: readonly ChildElement[]): ChildElement[] {
  return children.filter((child) => !isWork(child))
}

/** A task that goes out in pieces. */
export interface SplitTask extends TaskSpan {
  pieces: readonly Segment[]
  /** How much of it is done, of its length. */
  done: number
}

/** Says of an assignment when is worked on it, and when not: as long as a pause, nothing. */
export function withPieces(
  children: readonly ChildElement[],
  uid: number,
  units: number,
  split: SplitTask,
): ChildElement[] {
  const result = withoutPieces(children)
  for (const { from, to, type, worked } of partsOf(split)) {
    const xml = [
      elementText('Type', String(type)),
      elementText('UID', String(uid)),
      elementText('Start', shownTick(from)),
      elementText('Finish', shownTick(to)),
      elementText('Unit', String(unitOf(to - from))),
      elementText('Value', durationText((worked / minute) * (units / 100))),
    ]
    insertInOrder(result, { name, xml: `<${name}>${xml.join('')}</${name}>` }, assignmentOrder)
  }
  return result
}

interface Part extends Worked {
  type: number
  worked: number
}

function* partsOf({ pieces, start, time, done }: SplitTask): Generator<Part> {
  const begin = workAt(time, start)
  const part = (offset: number, length: number, type: number, worked: number): Part => ({
    from: startAt(time, begin + offset),
    to: finishAt(time, begin + offset + length),
    type,
    worked,
  })
  let [end, sum] = [0, 0]
  for (const { offset, length } of pieces) {
    const before = Math.min(length, Math.max(0, done - sum))
    const isDone = sum < done
    if (offset > end) {
      yield part(end, offset - end, isDone ? kinds.done : kinds.remaining, 0)
    }
    if (before > 0) yield part(offset, before, kinds.done, before)
    if (before < length) {
      yield part(offset + before, length - before, kinds.remaining, length - before)
    }
    end = offset + length
    sum += length
  }
}

/** How the format numbers the units; which one it is goes by how long it takes. */
function unitOf(ticks: number): number {
  const units = [
    [364 * day, 8],
    [28 * day, 5],
    [7 * day, 3],
    [day, 2],
    [hour, 1],
  ] as const
  return units.find(([least]) => ticks >= least)?.[1] ?? 0
}

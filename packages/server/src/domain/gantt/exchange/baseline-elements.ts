import type { Schedule } from '@triptych/contract/schedule'
import type { ChildElement } from '../../../codecs/xml/xml-text.ts'
import { AppError } from '../../../errors.ts'
import type { BaselineTask } from '../../../ports/baselines.ts'
import type { Fields, StoredTask } from '../../../ports/gantt-store.ts'
import { minute, tickOf } from '../../schedule/ticks.ts'
import { lastWork, nextWork, workBetween } from '../../schedule/working-time.ts'
import type { PlanCalendars } from '../plan-calendars.ts'
import { drawnDates, endTick, shownTick, timeOfTask } from '../task-times.ts'
import { durationText, formatOf } from './duration-text.ts'
import { elementList, insertInOrder, joined, withElements } from './element-list.ts'
import { taskOrder } from './element-order.ts'

interface Setting {
  schedule: Schedule
  calendars: PlanCalendars
}

/** A task in a baseline, with what it is known by in files. */
export interface NumberedTask {
  number: number
  task: BaselineTask
}

type Of = Pick<StoredTask, 'id' | 'type' | 'text'> & { fields: Fields }

const elementName = 'Baseline'

/** Where a task stood, by the elements of a file. What does not say when is left as it came. */
export function readBaselines(
  children: readonly ChildElement[],
  of: Of,
  setting: Setting,
): NumberedTask[] {
  const found = new Map<number, NumberedTask>()
  for (const { name, xml } of children) {
    const one = name === elementName ? readBaseline(xml, of, setting) : null
    if (one && !found.has(one.number)) found.set(one.number, one)
  }
  return [...found.values()]
}

function readBaseline(
  xml: string,
  { id, type, text, fields }: Of,
  { schedule, calendars }: Setting,
): NumberedTask | null {
  try {
    const list = elementList(xml)
    const number = list.integer('Number')
    const from = list.date('Start')
    if (number === null || number < 0 || number > 10 || from === null) return null
    const start = tickOf(from)
    const finish = Math.max(start, tickOf(list.date('Finish') ?? from))
    const dates = drawnDates(type, { start, finish }, schedule, timeOfTask(calendars, fields))
    const [length, work] = [list.minutes('Duration'), list.minutes('Work')]
    return { number, task: { id, type, text, ...dates, progress: 0, length, work } }
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** The elements of a task with those of its baselines in place of what they were; what still says the same stays as it came. */
export function withBaselines(
  children: readonly ChildElement[],
  of: Of,
  baselines: readonly NumberedTask[],
  setting: Setting,
): ChildElement[] {
  const left = new Map(baselines.map((one) => [one.number, one]))
  const numbers = new Set(readBaselines(children, of, setting).map(({ number }) => number))
  const result: ChildElement[] = []
  for (const child of children) {
    const said = child.name === elementName ? readBaseline(child.xml, of, setting) : null
    if (!said) {
      result.push(child)
      continue
    }
    // Its number may have been taken when it came.
    const moved = baselines.find(
      ({ number, task }) => !numbers.has(number) && left.has(number) && isSame(task, said.task),
    )
    const now = left.get(said.number) ?? moved
    if (!now) continue
    left.delete(now.number)
    result.push(isSame(now.task, said.task) ? numbered(child, now) : written(now, of, setting))
  }
  for (const one of [...left.values()].toSorted((a, b) => a.number - b.number)) {
    insertInOrder(result, written(one, of, setting), taskOrder)
  }
  return result
}

function isSame(one: BaselineTask, other: BaselineTask): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    one.length === other.length &&
    one.work === other.work
  )
}

/** As it came, under the number it has now. */
function numbered(child: ChildElement, { number }: NumberedTask): ChildElement {
  const list = elementList(child.xml)
  if (list.integer('Number') === number) return child
  return { ...child, xml: joined(elementName, withElements(list.all, { Number: number }, [])) }
}

function written(
  { number, task }: NumberedTask,
  { fields }: Of,
  { schedule, calendars }: Setting,
): ChildElement {
  const time = timeOfTask(calendars, fields)
  const [from, to] = [tickOf(task.start), endTick(task, schedule)]
  const worked = workBetween(time, from, to)
  const [start, finish] = worked > 0 ? [nextWork(time, from), lastWork(time, to)] : [from, to]
  const elements = withElements(
    [],
    {
      Number: number,
      Start: shownTick(start),
      Finish: shownTick(finish),
      Duration: durationText(task.length ?? worked / minute),
      DurationFormat: formatOf('d'),
      Work: task.work === null ? null : durationText(task.work),
    },
    baselineOrder,
  )
  return { name: elementName, xml: joined(elementName, elements) }
}

const baselineOrder = ['Number', 'Start', 'Finish', 'Duration', 'DurationFormat', 'Work']

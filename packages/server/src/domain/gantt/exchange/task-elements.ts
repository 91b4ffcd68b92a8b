import { constraintTypes } from '@triptych/contract/schedule'
import type { Schedule } from '@triptych/contract/schedule'
import type { ChildElement } from '../../../codecs/xml/xml-text.ts'
import type { Fields, StoredTask } from '../../../ports/gantt-store.ts'
import { day, minute, tickOf } from '../../schedule/ticks.ts'
import type { WorkingTime } from '../../schedule/working-time.ts'
import { lastWork, nextWork, workBetween } from '../../schedule/working-time.ts'
import { isSameJson } from '../gantt-value.ts'
import type { OutlinePlace } from '../outline.ts'
import type { PlanCalendars } from '../plan-calendars.ts'
import { newTask } from '../task-input.ts'
import type { TaskValues } from '../task-input.ts'
import { worked } from '../task-segments.ts'
import {
  constraintIn,
  dateIn,
  drawnDates,
  endTick,
  isLength,
  shownTick,
  timeOfTask,
} from '../task-times.ts'
import { withBaselines } from './baseline-elements.ts'
import type { NumberedTask } from './baseline-elements.ts'
import { durationText, formatOf, unitOf } from './duration-text.ts'
import { badElement, elementList, joined, withElements } from './element-list.ts'
import type { ElementList, Written } from './element-list.ts'
import { taskOrder } from './element-order.ts'

export interface TaskSetting {
  schedule: Schedule
  calendars: PlanCalendars
  /** The calendar that a file knows by this number. */
  calendarOf: (uid: number | null) => number | null
  /** For a task that has none. */
  start: string
}

/** The same, to write one. */
export interface WriteSetting extends TaskSetting {
  uidOf: (calendar: unknown) => number
  dayEnds: ReadonlySet<number>
}

const constraints = ['asap', 'alap', 'mso', 'mfo', 'snet', 'snlt', 'fnet', 'fnlt'] as const

/** What the elements of a task say. `isParent`: whether others are below it. */
export function readTask(list: ElementList, setting: TaskSetting, isParent: boolean): TaskValues {
  const fields = fieldsOf(list, setting)
  // That of a summary is the sum of what is below it.
  if (isParent) delete fields['effort']
  const type = isParent ? 'summary' : typeOf(list, fields)
  const dates = datesOf(list, setting, type, fields)
  if (!dates) fields['unscheduled'] = true
  const progress = list.number('PercentComplete') ?? 0
  if (progress < 0 || progress > 100) throw badElement(list.uid, 'PercentComplete')
  const text = list.text('Name') ?? ''
  const values = { ...dates, type, text, progress, open: isParent, fields }
  return newTask(values, { start: setting.start })
}

function lengthOf(list: ElementList): number | null {
  const length = list.minutes('Duration')
  if (length !== null && !isLength(length)) throw badElement(list.uid, 'Duration')
  return length
}

/** What cannot be said of a task stays an element of it. */
function effortOf(list: ElementList): number | null {
  const work = list.minutes('Work')
  return work !== null && work > 0 && isLength(work) ? work : null
}

function typeOf(list: ElementList, fields: Fields): string {
  if (list.flag('Summary')) return 'summary'
  return list.flag('Milestone') && !fields['length'] ? 'milestone' : 'task'
}

function fieldsOf(list: ElementList, { calendarOf }: TaskSetting): Fields {
  const said: Fields = {
    uid: list.uid,
    details: list.text('Notes'),
    length: lengthOf(list),
    elapsed: unitOf(list.integer('DurationFormat')).startsWith('e') || null,
    constraint: constraintOf(list),
    deadline: list.date('Deadline'),
    calendar: calendarOf(list.integer('CalendarUID')),
    manual: list.flag('Manual') || null,
    inactive: (list.text('Active') !== null && !list.flag('Active')) || null,
    actualStart: list.date('ActualStart'),
    actualFinish: list.date('ActualFinish'),
    levelingDelay: (list.number('LevelingDelay') ?? 0) / minute || null,
    priority: otherThan(500, list.integer('Priority')),
    ignoreResourceCalendars: list.flag('IgnoreResourceCalendar') || null,
    fixed: otherThan('units', fixedKinds[list.integer('Type') ?? 0] ?? null),
    effort: effortOf(list),
    effortDriven: list.flag('EffortDriven') || null,
    ...restOf(list),
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
}

function otherThan<T>(usual: T, value: T | null): T | null {
  return value === usual ? null : value
}

/** In the order in which the format numbers them. */
const fixedKinds = ['units', 'duration', 'work']

/** What is left of a task that was begun, which its percent say only roughly. */
function restOf(list: ElementList): Fields {
  if (list.date('ActualStart') === null || list.date('ActualFinish') !== null) return {}
  return {
    remaining: list.minutes('RemainingDuration'),
    stop: list.date('Stop'),
    resume: list.date('Resume'),
  }
}

function constraintOf(list: ElementList): Fields | null {
  const number = list.integer('ConstraintType')
  if (number === null) return null
  const type = constraints[number]
  if (type === undefined) throw badElement(list.uid, 'ConstraintType')
  if (type === 'asap' || type === 'alap') return { type, date: null }
  const date = list.date('ConstraintDate')
  // Without a date there is nothing that it could hold to.
  return date === null ? { type: 'asap', date: null } : { type, date }
}

/** As the chart draws it; `null` where it has no place in time. */
function datesOf(
  list: ElementList,
  { schedule, calendars }: TaskSetting,
  type: string,
  fields: Fields,
): Pick<StoredTask, 'start' | 'end' | 'duration'> | null {
  const time = timeOfTask(calendars, fields)
  const drawn = (from: string, to: string | null, as: string) => {
    const start = tickOf(from)
    const finish = Math.max(start, tickOf(to ?? from))
    return drawnDates(as, { start, finish }, schedule, time)
  }
  for (const { name, xml } of list.all) {
    if (name !== 'Baseline') continue
    const baseline = elementList(xml)
    if (baseline.integer('Number') !== 0) continue
    const [from, to] = [baseline.date('Start'), baseline.date('Finish')]
    if (from === null) continue
    const { start, end } = drawn(from, to, 'task')
    Object.assign(fields, { base_start: start, base_end: end })
  }
  const start = list.date('Start') ?? list.date('ManualStart')
  return start === null
    ? null
    : drawn(start, list.date('Finish') ?? list.date('ManualFinish'), type)
}

/** Where a task stands in a file. */
export interface TaskPosition extends OutlinePlace {
  uid: number
  row: number
}

export interface TaskBeside {
  links: string[]
  baselines: readonly NumberedTask[]
}

/** A task as elements: as they came, as far as they still say what it says, and with `links` among them. */
export function writeTask(
  task: StoredTask,
  kept: string | null,
  { uid, row, level, number, isParent }: TaskPosition,
  setting: WriteSetting,
  { links, baselines }: TaskBeside,
): string {
  const list = elementList(kept ?? '')
  const before = kept === null ? null : readTask(list, setting, isParent)
  const isWbsOwn = list.text('WBS') !== list.text('OutlineNumber')
  const written: Written = {
    ...(kept === null && newElements),
    UID: uid,
    ID: row,
    OutlineNumber: number || null,
    OutlineLevel: level,
    ...(!isWbsOwn && { WBS: number || null }),
  }
  for (const { of, write } of aspects) {
    const isSame = before && of.every((name) => isSameJson(said(before, name), said(task, name)))
    if (!isSame) Object.assign(written, write(task, setting))
  }
  const own = list.all.filter(isLink)
  const others = list.all.filter((one) => !isLink(one))
  const plain = withElements(others, written, taskOrder)
  const children = withBaselines(plain, task, baselines, setting)
  const at = children.findLastIndex(({ name }) => isBeforeLinks(name)) + 1
  children.splice(at, 0, ...links.map((xml) => ({ name: linkName, xml })), ...own)
  return joined('Task', children)
}

const linkName = 'PredecessorLink'
const linkRank = taskOrder.indexOf(linkName)

function isLink({ name }: ChildElement): boolean {
  return name === linkName
}

function isBeforeLinks(name: string): boolean {
  const rank = taskOrder.indexOf(name)
  return rank >= 0 && rank < linkRank
}

/** What a task has besides that was not in a file before. */
const newElements: Written = { Type: 0, IsNull: false, Priority: 500, ConstraintType: 0 }

type Told = Pick<TaskValues, 'type' | 'text' | 'start' | 'end' | 'duration' | 'progress' | 'fields'>

function said(task: Told, name: string): unknown {
  return (Object.hasOwn(task, name) ? task[name as keyof Told] : task.fields[name]) ?? null
}

interface Aspect {
  /** What of a task it is about. */
  of: string[]
  write: (task: StoredTask, setting: WriteSetting) => Written
}

const aspects: Aspect[] = [
  { of: ['text'], write: ({ text }) => ({ Name: text }) },
  { of: ['details'], write: ({ fields }) => ({ Notes: textOr(fields['details']) }) },
  {
    of: 'type start end duration length elapsed unscheduled manual remaining stop resume'.split(
      ' ',
    ),
    write: writtenDates,
  },
  { of: ['progress'], write: ({ progress }) => ({ PercentComplete: Math.round(progress) }) },
  { of: ['constraint'], write: writtenConstraint },
  { of: ['deadline'], write: ({ fields }) => ({ Deadline: dateIn(fields['deadline']) }) },
  {
    of: ['calendar'],
    write: ({ fields }, { uidOf }) => ({ CalendarUID: uidOf(fields['calendar']) }),
  },
  { of: ['inactive'], write: ({ fields }) => ({ Active: fields['inactive'] !== true }) },
  { of: ['actualStart'], write: ({ fields }) => ({ ActualStart: dateIn(fields['actualStart']) }) },
  {
    of: ['actualFinish'],
    write: ({ fields }) => ({ ActualFinish: dateIn(fields['actualFinish']) }),
  },
  { of: ['levelingDelay'], write: writtenDelay },
  {
    of: ['fixed'],
    write: ({ fields }) => ({ Type: Math.max(0, fixedKinds.indexOf(String(fields['fixed']))) }),
  },
  { of: ['effort'], write: writtenEffort },
  {
    of: ['effortDriven'],
    write: ({ fields }) => ({ EffortDriven: fields['effortDriven'] === true }),
  },
  { of: ['priority'], write: ({ fields }) => ({ Priority: integerOr(fields['priority'], 500) }) },
  {
    of: ['ignoreResourceCalendars'],
    write: ({ fields }) => ({ IgnoreResourceCalendar: fields['ignoreResourceCalendars'] === true }),
  },
]

function textOr(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function integerOr(value: unknown, usual: number): number {
  return typeof value === 'number' ? Math.round(value) : usual
}

function writtenConstraint({ fields }: StoredTask): Written {
  const { type, date } = constraintIn(fields)
  const known = constraintTypes.find((one) => one === type) ?? 'asap'
  return { ConstraintType: constraints.indexOf(known), ConstraintDate: date }
}

/** With it goes what followed from it. */
function writtenEffort({ fields }: StoredTask): Written {
  const work = isLength(fields['effort']) ? durationText(fields['effort']) : null
  return { Work: work, RegularWork: null, ActualWork: null, RemainingWork: null }
}

function writtenDelay({ fields }: StoredTask): Written {
  const { levelingDelay } = fields
  const delay = typeof levelingDelay === 'number' ? Math.round(levelingDelay * minute) : null
  return { LevelingDelay: delay, LevelingDelayFormat: delay === null ? null : formatOf('ed') }
}

/** What follows from the dates, which a file must not go on saying when they are others. */
const derived: Written = Object.fromEntries(
  `EarlyStart EarlyFinish LateStart LateFinish StartVariance FinishVariance FreeSlack TotalSlack StartSlack
  FinishSlack Critical ActualDuration`
    .split(/\s+/)
    .map((name) => [name, null]),
)

function writtenDates(task: StoredTask, { schedule, calendars, dayEnds }: WriteSetting): Written {
  const { fields, type } = task
  const time = timeOfTask(calendars, fields)
  const [from, to] = [tickOf(task.start), endTick(task, schedule)]
  const work = workBetween(time, from, to)
  const isPoint = type === 'milestone' && from % day === 0
  const begin =
    work > 0 ? nextWork(time, from) : isPoint ? pointAt(time, from, dayEnds.has(task.id)) : from
  const end = work > 0 ? lastWork(time, to) : Math.max(begin, isPoint ? begin : to)
  const length = type === 'summary' ? work : worked(task, schedule, time).length
  // Where nothing is scheduled, tasks stand where they were put.
  const isByHand =
    fields['manual'] === true || (schedule.mode !== 'auto' && fields['constraint'] === undefined)
  const isManual = isByHand && (type !== 'summary' || fields['manual'] === true)
  const [start, finish, duration] = [
    shownTick(begin),
    shownTick(end),
    durationText(length / minute),
  ]
  return {
    ...derived,
    Manual: isManual,
    ...(isManual && { ManualStart: start, ManualFinish: finish, ManualDuration: duration }),
    Start: start,
    Finish: finish,
    Duration: duration,
    DurationFormat: formatOf(fields['elapsed'] === true ? 'ed' : 'd'),
    RemainingDuration: isLength(fields['remaining']) ? durationText(fields['remaining']) : null,
    Stop: dateIn(fields['stop']),
    Resume: dateIn(fields['resume']),
    Milestone: type === 'milestone',
    Summary: type === 'summary',
  }
}

/** When work ends, or begins where nothing has ended: a day on which nobody works has only its midnight. */
function pointAt(time: WorkingTime, midnight: number, isDayEnd: boolean): number {
  if (isDayEnd) return lastWork(time, midnight)
  const begins = nextWork(time, midnight)
  return begins < midnight + day ? begins : midnight
}

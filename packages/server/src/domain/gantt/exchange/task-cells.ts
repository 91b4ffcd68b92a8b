import type { Schedule } from '@triptych/contract/schedule'
import type { CellValue } from '@triptych/contract/tables'
import type { Fields, StoredTask } from '../../../ports/gantt-store.ts'
import { constraintIn, dateIn, isLength } from '../task-times.ts'
import { dateOfEnd, dateOfStart, fieldCell, lengthText } from './cell-texts.ts'
import { isOnFinish } from './sheet-columns.ts'
import type { SheetColumn } from './sheet-columns.ts'

export interface Cell {
  type: 'text' | 'number' | 'boolean' | 'date' | 'datetime'
  value: Exclude<CellValue, object> | null
}

export interface CellSetting {
  id: number
  wbs: string
  /** Where it ends, and how long it takes. */
  end: string
  /** Of a milestone: whether it is reached when the day before ends. */
  isDayEnd: boolean
  minutes: number
  schedule: Schedule
  calendarNames: ReadonlyMap<unknown, unknown>
  predecessors: string
  resources: string
}

/** What a task says in the columns of a table. */
export function cellsOfTask(
  task: StoredTask,
  setting: CellSetting,
): Partial<Record<SheetColumn, Cell>> {
  const { fields, type, start } = task
  const isTold = (name: string) => fields[name] !== undefined && tells(task, name)
  const { type: constraint, date } = constraintIn(fields)
  const isConstrained = isTold('constraint')
  const point = setting.isDayEnd ? dateOfEnd(start) : dateOfStart(start)
  const calendar = setting.calendarNames.get(fields['calendar'])
  return {
    id: number(setting.id),
    wbs: text(setting.wbs || null),
    name: { type: 'text', value: task.text },
    type: text(type),
    start: point,
    finish: type === 'milestone' ? point : endCell(start, setting.end),
    duration: text(lengthText(setting.minutes, fields['elapsed'] === true, setting.schedule)),
    progress: number(task.progress),
    predecessors: text(setting.predecessors || null),
    ...(isConstrained && { constraint: text(constraint.toUpperCase()) }),
    ...(isConstrained &&
      date !== null && {
        constraintDate: isOnFinish(constraint) ? dateOfEnd(date) : dateOfStart(date),
      }),
    ...(isTold('deadline') && { deadline: dateOfEnd(dateIn(fields['deadline'])!) }),
    mode: text(fields['manual'] === true ? 'manual' : 'auto'),
    ...(isTold('priority') && { priority: fieldOf(fields['priority']) }),
    ...(typeof calendar === 'string' && { calendar: text(calendar) }),
    resources: text(setting.resources || null),
    ...(isTold('details') && { notes: text(String(fields['details'])) }),
  }
}

/** A task that takes no time ends on no day. */
function endCell(start: string, end: string): Cell {
  return end > start ? dateOfEnd(end) : { type: 'datetime', value: end }
}

/** The fields that no column of ours tells. */
export function leftFields(task: StoredTask): Fields {
  return Object.fromEntries(Object.entries(task.fields).filter(([name]) => !tells(task, name)))
}

/** Whether a column of ours says just this of the field. */
function tells({ type, fields }: StoredTask, name: string): boolean {
  const value = fields[name]
  switch (name) {
    case 'details':
      return typeof value === 'string'
    case 'length':
      return isLength(value) && (type !== 'milestone' || value === 0)
    case 'elapsed':
    case 'manual':
      return typeof value === 'boolean'
    case 'deadline':
      return dateIn(value) === value
    case 'constraint':
      return isConstraint(value)
    case 'calendar':
      return typeof value === 'number'
    case 'priority':
      return value !== null
    default:
      return false
  }
}

function isConstraint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { type, date, ...more } = value as { type?: unknown; date?: unknown }
  const read = constraintIn({ constraint: value })
  const isLoose = type === 'asap' || type === 'alap'
  const isDated =
    read.date === (date ?? null) && (isLoose ? read.date === null : read.date !== null)
  return read.type === type && isDated && Object.keys(more).length === 0
}

function text(value: string | null): Cell {
  return { type: 'text', value }
}

function number(value: number): Cell {
  return { type: 'number', value }
}

function fieldOf(value: unknown): Cell {
  const cell = fieldCell(value)
  return typeof cell === 'number' ? number(cell) : text(String(cell))
}

import type { Fields } from '../../../ports/gantt-store.ts'
import { isStorableText } from '../../tables/json-value.ts'
import { maxSpan } from '../gantt-value.ts'
import { isFieldName } from '../task-input.ts'
import { amountIn, endIn, fieldIn, startIn } from './cell-texts.ts'
import type { Amount } from './cell-texts.ts'
import { maxLevel } from './imported-rows.ts'
import { peopleIn, predecessorsIn } from './list-texts.ts'
import type { Person, Predecessor } from './list-texts.ts'
import type { SheetRow } from './read-sheet.ts'
import { constraintNamed, isOnFinish } from './sheet-columns.ts'
import type { SheetColumn } from './sheet-columns.ts'

/** A task as a row of a table says it: what it becomes depends on the plan it comes into. */
export interface SheetTask {
  line: number
  /** By which others wait for it. */
  id: number | null
  wbs: string
  level: number | null
  predecessors: Predecessor[]
  people: Person[]
  /** `null`: it follows from where it stands. */
  type: string | null
  text: string
  start: string | null
  /** Behind its last day. */
  end: string | null
  /** The finish as it was written, for a milestone. */
  finish: string | null
  length: Amount | null
  progress: number
  /** The name of one. */
  calendar: string | null
  fields: Fields
}

export interface PlacedRow extends SheetTask {
  /** The place of the one above it; -1 at the top. */
  parent: number
  children: number[]
}

const takesDate = 'takes a day such as 2026-04-01, or a moment such as 2026-04-01 09:00'

/** Reads a row, all but the names it refers to. */
export function readSheetTask(row: SheetRow): SheetTask {
  const said = (column: SheetColumn) => row.text(column).trim()
  return {
    line: row.line,
    id: integerIn(row, 'id', 999_999_999),
    wbs: wbsIn(row),
    level: integerIn(row, 'level', maxLevel),
    predecessors: predecessorsOf(row),
    people: peopleOf(row),
    type: said('type') || null,
    text: row.text('name'),
    start: dateOf(row, 'start', startIn),
    end: dateOf(row, 'finish', endIn),
    finish: dateOf(row, 'finish', startIn),
    length: lengthOf(row),
    progress: progressIn(row),
    calendar: said('calendar') || null,
    fields: fieldsOf(row),
  }
}

function integerIn(row: SheetRow, column: SheetColumn, most: number): number | null {
  const text = row.text(column).trim()
  if (text === '') return null
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > most) throw row.bad(column, `takes a whole number from 1 to ${most}`)
  return number
}

/** Microsoft Project writes NA where there is no date. */
function dateOf(
  row: SheetRow,
  column: SheetColumn,
  read: (text: string) => string | null,
): string | null {
  const text = row.text(column).trim()
  if (text === '' || text === 'NA') return null
  const date = read(text)
  if (date === null) throw row.bad(column, takesDate)
  return date
}

function wbsIn(row: SheetRow): string {
  const text = row.text('wbs').trim().replace(/\.$/, '')
  const parts = text.split('.')
  if (text !== '' && (parts.length > maxLevel || parts.some((part) => part.trim() === ''))) {
    throw row.bad('wbs', 'takes a place in the outline, such as 1.2.1')
  }
  return text
}

function predecessorsOf(row: SheetRow): Predecessor[] {
  const found = predecessorsIn(row.text('predecessors'))
  if (typeof found !== 'string') return found
  const shown = found.slice(0, 60).toWellFormed()
  throw row.bad('predecessors', `takes rows by their ID, such as 3FS+2d, and not ${shown}`)
}

function peopleOf(row: SheetRow): Person[] {
  const found = peopleIn(row.text('resources'))
  if (found === null) throw row.bad('resources', 'takes names, such as Ann[50%]; Bob')
  for (const { name, units } of found) {
    if (units > 1000) throw row.bad('resources', 'takes no more than 1000 percent')
    if (name.length > 1000 || !isStorableText(name)) {
      throw row.bad('resources', 'takes names of at most 1000 characters')
    }
  }
  return found
}

function lengthOf(row: SheetRow): Amount | null {
  const text = row.text('duration').trim()
  if (text === '') return null
  const found = amountIn(text)
  if (!found || found.value < 0 || found.value > maxSpan || found.unit?.endsWith('%')) {
    throw row.bad('duration', 'takes a length such as 3d, 4h, 90m or 2w')
  }
  return found
}

function progressIn(row: SheetRow): number {
  const text = row.text('progress').trim()
  if (text === '') return 0
  const [, digits = '101'] = /^(\d{1,3}(?:\.\d{0,20})?)\s*%?$/.exec(text) ?? []
  const number = Number(digits)
  if (number > 100) throw row.bad('progress', 'takes a number from 0 to 100')
  return number
}

function fieldsOf(row: SheetRow): Fields {
  const notes = row.cell('notes')
  const constraint = constraintIn(row)
  const deadline = dateOf(row, 'deadline', endIn)
  const fields: Fields = {
    ...(notes !== null && { details: String(notes) }),
    ...(constraint !== null && { constraint }),
    ...(deadline !== null && { deadline }),
    ...(isManual(row) && { manual: true }),
  }
  const cells = [['priority', row.cell('priority')] as const, ...row.fields()]
  for (const [name, cell] of cells) {
    const value = typeof cell === 'string' ? fieldIn(cell) : (cell ?? undefined)
    if (value !== undefined && isFieldName(name)) fields[name] = value
  }
  return { ...fields, ...othersIn(row) }
}

function constraintIn(row: SheetRow): Fields | null {
  const text = row.text('constraint').trim()
  if (text === '') return null
  const type = constraintNamed(text)
  if (type === null) throw row.bad('constraint', 'takes one such as SNET or Must start on')
  if (type === 'asap' || type === 'alap') return { type, date: null }
  const date = dateOf(row, 'constraintDate', isOnFinish(type) ? endIn : startIn)
  if (date === null) throw row.bad('constraintDate', `is missing for ${type.toUpperCase()}`)
  return { type, date }
}

function isManual(row: SheetRow): boolean {
  const text = row.text('mode').trim().toLowerCase()
  if (text === 'manual' || text === 'manually scheduled') return true
  if (text === '' || text === 'auto' || text === 'auto scheduled') return false
  throw row.bad('mode', 'takes auto or manual')
}

function othersIn(row: SheetRow): Fields {
  const text = row.text('others').trim()
  if (text === '') return {}
  const value = fieldIn(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw row.bad('others', 'takes an object of JSON')
  }
  return Object.fromEntries(Object.entries(value).filter(([name]) => isFieldName(name)))
}

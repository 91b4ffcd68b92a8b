import type { Load, LoadUnit } from '@triptych/contract/load'
import type { LoadPeriod } from './ask-load.ts'

/** The scale of the chart: where a moment is drawn, in pixels from its left. */
export interface Scale {
  start: Date
  end: Date
  width: number
  xOf(date: Date): number
}

export interface Column {
  x: number
  width: number
}

/** Somewhat less than the server tells at once. */
const maxColumns = 1000

/** Narrower days could not be read. */
const leastDayWidth = 20

export function unitOf(scale: Scale): LoadUnit {
  const days = (scale.end.getTime() - scale.start.getTime()) / dayMs
  return scale.width / days >= leastDayWidth ? 'day' : 'week'
}

/** What to ask for: all of the scale, or of a very long one the part around what is in view. */
export function periodOf(scale: Scale, left: number): LoadPeriod {
  const unit = unitOf(scale)
  // The end of the scale is the first moment behind it.
  const [first, last] = [dayOf(scale.start), dayOf(new Date(scale.end.getTime() - 1))]
  const most = maxColumns * (unit === 'day' ? 1 : 7)
  const from = last - first < most ? first : partAt(scale, left, { first, last, most })
  const to = Math.min(last, from + most - 1)
  return { from: textOf(from), to: textOf(to), unit }
}

interface Whole {
  first: number
  last: number
  most: number
}

/** In steps of a third, so that it is not asked anew with each movement. */
function partAt({ width }: Scale, left: number, { first, last, most }: Whole): number {
  const shown = first + (left / width) * (last - first)
  const step = Math.floor(most / 3)
  return first + Math.max(0, Math.floor((shown - first) / step) - 1) * step
}

export function columnsIn(scale: Scale, { columns, unit }: Load): Column[] {
  const days = unit === 'day' ? 1 : 7
  return columns.map((text) => {
    const start = dateOf(text)
    const end = new Date(start.getFullYear(), start.getMonth(), start.getDate() + days)
    const x = Math.max(0, scale.xOf(start))
    return { x, width: Math.min(scale.width, scale.xOf(end)) - x }
  })
}

/** The columns that are seen from `left` on, as the first and the one behind the last. */
export function shownColumns(
  columns: readonly Column[],
  left: number,
  width: number,
): readonly [number, number] {
  const first = columns.findIndex((one) => one.x + one.width > left)
  if (first === -1) return [0, 0]
  const behind = columns.findIndex((one, i) => i > first && one.x >= left + width)
  return [first, behind === -1 ? columns.length : behind]
}

const dayMs = 86_400_000

function dayOf(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs
}

function textOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** A day as the chart has it: its midnight here. */
export function dateOf(text: string): Date {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return new Date(year, month - 1, day)
}

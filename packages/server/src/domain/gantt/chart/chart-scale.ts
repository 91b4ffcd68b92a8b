import type { ChartScale } from '@triptych/contract/printed-chart'

/** A column of the chart, or one of the row above. */
export interface ScaleCell {
  from: number
  to: number
  label: string
}

type Unit = ChartScale | 'decade'

/** What stands above what. */
export const unitAbove: Record<ChartScale, Unit> = {
  day: 'month',
  week: 'month',
  month: 'year',
  quarter: 'year',
  year: 'decade',
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const dayMs = 24 * 60 * 60 * 1000

/** Points of a day where nothing asks for more or less. */
export const usualDay: Record<ChartScale, number> = {
  day: 16,
  week: 6,
  month: 2,
  quarter: 0.7,
  year: 0.15,
}

const days: Record<ChartScale, number> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 }
/** Points that the label of a cell takes. */
const labelRoom: Record<ChartScale, number> = {
  day: 11,
  week: 14,
  month: 20,
  quarter: 16,
  year: 24,
}

/** The finest one with labels that have room. */
export function scaleFor(dayWidth: number): ChartScale {
  const all = Object.keys(days) as ChartScale[]
  return all.find((unit) => days[unit] * dayWidth >= labelRoom[unit]) ?? 'year'
}

/** The one with which so many days are neither too small nor too wide. */
export function usualScale(count: number): ChartScale {
  const all = Object.keys(days) as ChartScale[]
  return all.find((unit) => count * usualDay[unit] <= 1500) ?? 'year'
}

/** Never more than can be seen. */
export function coarser(unit: ChartScale, count: number): ChartScale {
  const all = Object.keys(days) as ChartScale[]
  return all.find((one) => days[one] >= days[unit] && count / days[one] <= 4000) ?? 'year'
}

/** The cells between two days; the first and the last may be parts of one. */
export function cellsOf(unit: Unit, from: number, to: number): ScaleCell[] {
  const cells: ScaleCell[] = []
  for (let at = beginOf(unit, from); at < to;) {
    const next = nextOf(unit, at)
    cells.push({ from: Math.max(at, from), to: Math.min(next, to), label: labelOf(unit, at) })
    at = next
  }
  return cells
}

export function beginOf(unit: Unit, day: number): number {
  const { year, month } = partsOf(day)
  switch (unit) {
    case 'day':
      return day
    case 'week':
      // 1970 began on a Thursday.
      return day - ((((day + 3) % 7) + 7) % 7)
    case 'month':
      return dayAt(year, month)
    case 'quarter':
      return dayAt(year, month - (month % 3))
    case 'year':
      return dayAt(year, 0)
    default:
      return dayAt(year - (year % 10), 0)
  }
}

export function nextOf(unit: Unit, begin: number): number {
  if (unit === 'day') return begin + 1
  if (unit === 'week') return begin + 7
  const { year, month } = partsOf(begin)
  if (unit === 'month') return dayAt(year, month + 1)
  if (unit === 'quarter') return dayAt(year, month + 3)
  return dayAt(year + (unit === 'year' ? 1 : 10), 0)
}

function labelOf(unit: Unit, begin: number): string {
  const { year, month, date } = partsOf(begin)
  if (unit === 'day' || unit === 'week') return String(date)
  if (unit === 'month') return `${months[month]} ${year}`
  if (unit === 'quarter') return `Q${month / 3 + 1}`
  return unit === 'year' ? String(year) : `${year} – ${year + 9}`
}

/** Of a month below its year. */
export function shortLabel(unit: ChartScale, { label }: ScaleCell): string {
  return unit === 'month' ? label.slice(0, 3) : label
}

export function dayText(day: number): string {
  const { year, month, date } = partsOf(day)
  return `${date} ${months[month]} ${year}`
}

function partsOf(day: number): { year: number; month: number; date: number } {
  const at = new Date(day * dayMs)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate() }
}

/** `Date.UTC` takes years before 100 for some of the last century. */
function dayAt(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1) / dayMs
}

import type { Column } from '@triptych/contract/tables'

/** The value at a place, counted from the first of those that began it; there are places before it, too. */
type Series = (place: number) => unknown

/** How the cells of a column go on where each is the same step from the one before; `null`: they are repeated. */
export function seriesOf(
  { type, options, reference }: Column,
  values: readonly unknown[],
): Series | null {
  // The next number of a row is the number of another row.
  if (values.length < 2 || options || reference) return null
  if (values.every((value) => typeof value === 'number')) return numbersFrom(values)
  if (values.every((value) => value instanceof Date)) return daysFrom(values)
  return type === 'text' && values.every((value) => typeof value === 'string')
    ? textsFrom(values)
    : null
}

function stepIn(numbers: readonly number[]): number | null {
  const [first = 0, second = 0] = numbers
  const step = second - first
  // 0.3 - 0.2 is not quite 0.1.
  const isEven = numbers.every((one, at) => Math.abs(first + at * step - one) < 1e-9)
  return isEven && step !== 0 ? step : null
}

function numbersFrom(numbers: readonly number[]): Series | null {
  const step = stepIn(numbers)
  if (step === null) return null
  const places = Math.max(...numbers.map(decimalsOf))
  return (place) => Number((numbers[0]! + place * step).toFixed(places))
}

function decimalsOf(number: number): number {
  const [, decimals = ''] = /\.(\d+)$/.exec(String(number)) ?? []
  return decimals.length
}

/** The same day of each month, or so many days later; an hour may be lost or won on the way. */
function daysFrom(dates: readonly Date[]): Series | null {
  const [first] = dates as [Date]
  const isSameTime = dates.every((date) => timeOf(date) === timeOf(first))
  if (!isSameTime) return null
  const months = stepIn(dates.map((date) => date.getFullYear() * 12 + date.getMonth()))
  const isSameDay = dates.every((date) => date.getDate() === first.getDate())
  // The 31st is not in all of them.
  if (isSameDay && months !== null && first.getDate() <= 28) {
    return (place) => shifted(first, place * months, 0)
  }
  const days = stepIn(dates.map(dayNumber))
  return days === null ? null : (place) => shifted(first, 0, place * days)
}

function timeOf(date: Date): string {
  return date.toTimeString().slice(0, 8)
}

function dayNumber(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000
}

function shifted(date: Date, months: number, days: number): Date {
  const other = new Date(date)
  other.setMonth(date.getMonth() + months, date.getDate() + days)
  return other
}

/** `Box 1`, `Box 2`: the number at the end, with as many noughts before it. */
function textsFrom(texts: readonly string[]): Series | null {
  const parts = texts.map((text) => /^(.*?)(\d{1,15})$/s.exec(text))
  const [first] = parts
  if (!first || !parts.every((part) => part?.[1] === first[1])) return null
  const [, before = '', figures = ''] = first
  const step = stepIn(parts.map((part) => Number(part![2])))
  if (step === null) return null
  const width = figures.startsWith('0') ? figures.length : 0
  return (place) => {
    const number = Number(figures) + place * step
    // There is none before the first.
    return number < 0 ? null : before + String(number).padStart(width, '0')
  }
}

/** Days are `2026-04-05`, instants `2026-04-05T08:30:00.000Z`: both begin with the year, the month and the day. */

const day = 86_400_000
const days = /^(?!0000)\d{4}-\d\d-\d\d$/
const instants = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

export function isDay(text: string): boolean {
  return days.test(text) && dayText(Date.parse(text)) === text
}

export function isInstant(text: string): boolean {
  const ms = instants.test(text) ? Date.parse(text) : Number.NaN
  return Number.isFinite(ms) && new Date(ms).toISOString() === text
}

/** `null` beyond what a cell can hold. */
function dayText(ms: number): string | null {
  const text = Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : ''
  const found = text.slice(0, 10)
  return days.test(found) && text[10] === 'T' ? found : null
}

export function dayOf(year: number, month: number, dayOfMonth: number): string | null {
  if (![year, month, dayOfMonth].every(Number.isInteger) || year < 1 || year > 9999) return null
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, dayOfMonth)
  return dayText(date.getTime())
}

/** Parts of days are left out. */
export function addDays(text: string, count: number): string | null {
  const ms = Date.parse(text) + Math.trunc(count) * day
  const found = dayText(ms)
  if (found === null || text.length === found.length) return found
  return `${found}${text.slice(10)}`
}

/** Whole days from one to the other, by their dates. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / day
}

export const yearOf = (text: string): number => Number(text.slice(0, 4))
export const monthOf = (text: string): number => Number(text.slice(5, 7))
export const dayOfMonthOf = (text: string): number => Number(text.slice(8, 10))

/** Monday is 1. */
export function weekdayOf(text: string): number {
  return ((new Date(text.slice(0, 10)).getUTCDay() + 6) % 7) + 1
}

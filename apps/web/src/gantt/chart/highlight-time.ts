interface Marked {
  isDayOff: (day: Date) => boolean
  /** Up to when it is known how far everything is. */
  status: Date | null
}

/** The classes of a cell of the chart: days off are shaded, and the cells of today and of the status date are marked. */
export function highlightTime(date: Date, unit: string, { isDayOff, status }: Marked): string {
  const has = (at: Date) => date <= at && at < endOf(date, unit)
  const classes = [
    unit === 'day' && isDayOff(date) && 'wx-weekend',
    has(new Date()) && 'gantt-today',
    status && has(status) && 'gantt-status',
  ]
  return classes.filter(Boolean).join(' ')
}

/**
 * How far into its cell a day begins, today if no other is said, as CSS has it. `firstDay` is the one that weeks begin with in the
 * chart, from Sunday on, which is 0 or 7.
 */
export function shareOfToday(unit: string, firstDay: number, now = new Date()): string {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const start = startOf(today, unit, firstDay)
  const whole = endOf(start, unit).getTime() - start.getTime()
  return `${(((today.getTime() - start.getTime()) / whole) * 100).toFixed(2)}%`
}

const months: Record<string, number> = { month: 1, quarter: 3, year: 12 }

function startOf(day: Date, unit: string, firstDay: number): Date {
  const [year, month] = [day.getFullYear(), day.getMonth()]
  if (unit === 'day') return day
  if (unit === 'week') {
    return new Date(year, month, day.getDate() - ((day.getDay() - firstDay + 7) % 7))
  }
  return new Date(year, month - (month % (months[unit] ?? 1)), 1)
}

function endOf(start: Date, unit: string): Date {
  const [year, month, day] = [start.getFullYear(), start.getMonth(), start.getDate()]
  if (unit === 'day') return new Date(year, month, day + 1)
  if (unit === 'week') return new Date(year, month, day + 7)
  return new Date(year, month + (months[unit] ?? 1), 1)
}

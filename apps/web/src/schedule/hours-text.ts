type Hours = [string, string][]

const span = /^(\d{1,2})(?::(\d\d))?\s*[-–]\s*(\d{1,2})(?::(\d\d))?$/

/** Hours as they are typed: “08:00–12:00, 13:00–17:00”; nothing on a day off. */
export function hoursText(hours: readonly (readonly [string, string])[]): string {
  return hours.map(([from, to]) => `${from}–${to}`).join(', ')
}

/** `null`: those are none. */
export function hoursOf(text: string): Hours | null {
  if (text.trim() === '') return []
  const hours: Hours = []
  for (const part of text.split(',')) {
    const [, from, fromMinutes, to, toMinutes] = span.exec(part.trim()) ?? []
    const [start, end] = [timeOf(from, fromMinutes), timeOf(to, toMinutes)]
    if (start === null || end === null || start >= end) return null
    hours.push([start, end])
  }
  return hours
}

function timeOf(hour: string | undefined, minutes = '00'): string | null {
  if (hour === undefined || Number(hour) > 24 || Number(minutes) > 59) return null
  const time = `${hour.padStart(2, '0')}:${minutes}`
  return time > '24:00' ? null : time
}

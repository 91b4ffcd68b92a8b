import { isLate } from '../chart/is-late.ts'
import { plainText } from '../plain-text.ts'

export const whens = ['today', 'week', 'next-week', 'month', 'period'] as const
export const states = ['open', 'begun', 'late', 'done', 'critical'] as const
export type When = (typeof whens)[number]
export type State = (typeof states)[number]

/** Which tasks are looked for; of what is `null` or empty all are. */
export interface TaskFilter {
  text: string
  /** The number of a person. */
  who: number | 'nobody' | null
  when: When | null
  /** The days of a period, as `2026-03-01`; either may be left out. */
  from: string
  to: string
  state: State | null
}

export const noFilter: TaskFilter = {
  text: '',
  who: null,
  when: null,
  from: '',
  to: '',
  state: null,
}

/** What of an address is about the filter. */
export const filterKeys = ['q', 'who', 'when', 'is'] as const

export function readFilter(query: URLSearchParams): TaskFilter {
  const who = query.get('who')
  const when = query.get('when') ?? ''
  const [, from = '', to = ''] = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/.exec(when) ?? []
  return {
    text: query.get('q') ?? '',
    who: who === 'nobody' ? who : who && /^\d+$/.test(who) ? Number(who) : null,
    when: when.includes('..') ? 'period' : (whens.find((one) => one === when) ?? null),
    from,
    to,
    state: states.find((one) => one === query.get('is')) ?? null,
  }
}

export function writeFilter({ text, who, when, from, to, state }: TaskFilter) {
  return {
    ...(text && { q: text }),
    ...(who !== null && { who: String(who) }),
    ...(when && { when: when === 'period' ? `${from}..${to}` : when }),
    ...(state && { is: state }),
  }
}

export function isFiltered(filter: TaskFilter): boolean {
  return Object.keys(writeFilter(filter)).length > 0
}

export interface FilteredTask {
  id: string | number
  text?: string
  type?: string
  start?: Date
  end?: Date | undefined
  progress?: number
}

interface Known {
  /** Who works on a task. */
  peopleOf: (task: string | number) => readonly (string | number)[]
  isCritical: (task: string | number) => boolean
  /** Behind the day of a milestone. */
  endOfPoint: (task: FilteredTask) => Date | undefined
  /** From Sunday on, which is 0. */
  firstDay: number
  now?: Date
}

/**
 * Whether a task is one of those that are looked for. A summary is so by its name only: whoever asks for days, people
 * or states means what is to be done, and sees the summary above it.
 */
export function taskMatcher(filter: TaskFilter, known: Known): (task: FilteredTask) => boolean {
  const now = known.now ?? new Date()
  const words = plainText(filter.text).split(/\s+/).filter(Boolean)
  const days = daysOf(filter, known.firstDay, now)
  const { who, state } = filter
  const isOnlyText = who === null && !days && !state

  return (given) => {
    const needsEnd = given.type === 'milestone' && (days !== null || state === 'late')
    const task = needsEnd ? { ...given, end: known.endOfPoint(given) } : given
    if (!isOnlyText && task.type === 'summary') return false
    if (words.length > 0) {
      const name = plainText(task.text ?? '')
      if (!words.every((word) => name.includes(word))) return false
    }
    if (days && !isWithin(task, days)) return false
    if (state && !isInState(task, state, known, now)) return false
    if (who === null) return true
    const people = known.peopleOf(task.id)
    return who === 'nobody' ? people.length === 0 : people.includes(who)
  }
}

interface Days {
  from: Date
  /** The first day that is not meant any more. */
  to: Date
}

function daysOf({ when, from, to }: TaskFilter, firstDay: number, now: Date): Days | null {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const weekday = (now.getDay() - firstDay + 7) % 7
  const on = (offset: number) => new Date(year, month, day + offset)
  switch (when) {
    case 'today':
      return { from: on(0), to: on(1) }
    case 'week':
      return { from: on(-weekday), to: on(7 - weekday) }
    case 'next-week':
      return { from: on(7 - weekday), to: on(14 - weekday) }
    case 'month':
      return { from: new Date(year, month, 1), to: new Date(year, month + 1, 1) }
    case 'period':
      if (!from && !to) return null
      return { from: dayOf(from, 0) ?? new Date(-1e14), to: dayOf(to, 1) ?? new Date(1e14) }
    case null:
    default:
      return null
  }
}

function dayOf(text: string, offset: number): Date | null {
  if (!text) return null
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return new Date(year, month - 1, day + offset)
}

/** A milestone is on one day, everything else up to its end. */
function isWithin({ type, start, end }: FilteredTask, { from, to }: Days): boolean {
  if (!start) return false
  if (type === 'milestone' && end) return end > from && end <= to
  const isPoint = !end || end <= start
  return start < to && (isPoint ? start >= from : end > from)
}

function isInState(task: FilteredTask, state: State, known: Known, now: Date): boolean {
  const { progress = 0 } = task
  switch (state) {
    case 'open':
      return progress < 100
    case 'begun':
      return progress > 0 && progress < 100
    case 'done':
      return progress >= 100
    case 'late':
      return isLate(task, now)
    case 'critical':
    default:
      return known.isCritical(task.id)
  }
}

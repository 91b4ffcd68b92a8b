import type { Id } from './temp-ids.ts'

/** A task, link or assignment: as JSON on the wire, with `Date` in the widget. */
export type Item = Record<string, unknown> & { id: Id }

/** What belongs to the widget, or to one person's view, and is not told to the server in a change. */
const notSent = new Set(['id', 'parent', 'data', 'open', 'lazy', 'slack', 'critical'])
const dates = new Set(['start', 'end', 'base_start', 'base_end'])
const span = ['start', 'end', 'duration']

/** A moment as the server has it: what the clock on the wall shows. */
export function wallTime(date: Date): string {
  const year = String(date.getFullYear()).padStart(4, '0')
  const day = [year, two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

/** The fields of a task or a link that a change may tell; dates as the server has them. */
export function toWire(shown: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(shown).filter(
    ([key, value]) => !key.startsWith('$') && !notSent.has(key) && value !== undefined,
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, valueToWire(value)]))
}

function valueToWire(value: unknown): unknown {
  if (value instanceof Date) return wallTime(value)
  if (Array.isArray(value)) return value.map(valueToWire)
  return typeof value === 'object' && value !== null ? toWireDeep(value) : value
}

function toWireDeep(value: object): object {
  const kept = Object.entries(value).filter(([key]) => !key.startsWith('$'))
  return Object.fromEntries(kept.map(([key, inner]) => [key, valueToWire(inner)]))
}

/** A task as the widget wants it. */
export function fromWire<T extends Record<string, unknown>>(told: T): T {
  const parsed: Record<string, unknown> = { ...told }
  for (const key of dates) {
    if (typeof parsed[key] === 'string') parsed[key] = localTime(parsed[key])
  }
  const { segments } = told
  if (Array.isArray(segments)) parsed['segments'] = segments.map(fromWire)
  return parsed as T
}

/** With a time behind it, a date without a zone is local; alone it would be taken for UTC. */
function localTime(text: string): Date {
  return new Date(text.length === 10 ? `${text}T00:00:00` : text)
}

/** A task that the server has told, with what the widget takes for granted. */
export function asTold(told: Record<string, unknown>): Record<string, unknown> {
  return { text: '', details: '', progress: 0, type: 'task', ...toWire(fromWire(told)) }
}

/** What is different in `now`; `null` for what is gone. Dates go together, or the server has to guess. */
export function changedFields(
  before: Record<string, unknown>,
  now: Record<string, unknown>,
): Record<string, unknown> {
  const keys = new Set([...Object.keys(before), ...Object.keys(now)])
  const changed = [...keys].filter((key) => !isSame(before[key], now[key]))
  if (changed.some((key) => span.includes(key))) changed.push(...span)
  return Object.fromEntries(changed.map((key) => [key, now[key] ?? null]))
}

/**
 * What must be said to the widget so that it shows a task as `told`. It goes by the duration where
 * there is one and reckons the end itself, or the other way round.
 */
export function fieldsToShow(
  shown: Record<string, unknown>,
  told: Record<string, unknown>,
): Record<string, unknown> {
  const reckoned = told['type'] === 'milestone' || told['duration'] ? 'end' : 'duration'
  const fields = changedFields(shown, { ...told, [reckoned]: shown[reckoned] })
  if (!span.some((key) => key in fields)) return fields
  return { ...fields, type: told['type'], [reckoned]: null }
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

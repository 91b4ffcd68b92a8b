import { isLate } from '../chart/is-late.ts'
import { t } from '../../words/words.ts'
import { headed } from '../heading-id.ts'

/** What tasks are put together by: who works on them, their state, or a field of one's own by its name. */
export type Grouping = 'who' | 'state' | `own.${string}`

export interface GroupedTask {
  id: string | number
  type?: string
  end?: Date
  progress?: number
  data?: readonly unknown[] | null
  isDraft?: unknown
}

export interface TaskGroup<T> {
  id: string
  /** What its tasks have in common; empty for those that belong to none. */
  key: string
  name: string
  tasks: readonly T[]
}

const states = [
  ['late', t('Late')],
  ['begun', t('Begun')],
  ['to-do', t('To do')],
  ['done', t('Done')],
] as const

/** `null`: there is no such grouping. */
export function groupingIn(text: string | null): Grouping | null {
  return text === 'who' || text === 'state' || text?.startsWith('own.') ? (text as Grouping) : null
}

/**
 * Tasks that have none below them, in the order of the plan, each once: who works on one with others is in a group with
 * them. Groups are in the order of their names, what belongs to none last. `empty`: the keys of those that are there
 * without a task, too.
 */
export function groupTasks<T extends GroupedTask>(
  tasks: readonly T[],
  by: Grouping,
  peopleOn: (task: T) => readonly string[],
  { empty = [], now = new Date() }: { empty?: readonly string[]; now?: Date } = {},
): TaskGroup<T>[] {
  const groups = Map.groupBy(
    tasks.filter((task) => task.type !== 'summary' && !task.data?.length),
    (task) => keyOf(task, by, peopleOn, now),
  )
  const there = new Set([...groups.keys(), ...empty])
  const keys =
    by === 'state'
      ? states.map(([state]) => state).filter((state) => there.has(state))
      : [...there].toSorted(byName)
  return keys.map((key) => ({
    id: `${headed}${key}`,
    key,
    name: nameOf(key, by),
    tasks: groups.get(key) ?? [],
  }))
}

/** Groups into which tasks can be taken, though there may be none in them yet. */
export function groupsToFill(by: Grouping, people: readonly string[]): string[] {
  if (by === 'state') return ['begun', 'to-do', 'done']
  return by === 'who' ? [...people, ''] : []
}

function keyOf<T extends GroupedTask>(
  task: T,
  by: Grouping,
  peopleOn: (task: T) => readonly string[],
  now: Date,
): string {
  if (by === 'who') return peopleOn(task).toSorted(byName).join(', ')
  if (by !== 'state') {
    const value = (task as Record<string, unknown>)[by.slice('own.'.length)]
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const { progress = 0 } = task
  if (progress >= 100) return 'done'
  if (isLate(task, now)) return 'late'
  return progress > 0 ? 'begun' : 'to-do'
}

function byName(one: string, other: string): number {
  if (one === '' || other === '') return one === other ? 0 : one === '' ? 1 : -1
  return one.localeCompare(other, undefined, { numeric: true })
}

function nameOf(key: string, by: Grouping): string {
  if (by === 'state') return states.find(([state]) => state === key)![1]
  if (key !== '') return key
  return by === 'who' ? t('Nobody yet') : t('Without {field}', { field: by.slice('own.'.length) })
}

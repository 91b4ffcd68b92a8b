import type { OwnRule } from '@triptych/contract/rules'
import { createContext, useContext } from 'react'

type Id = string | number

/** What rules leave of a workspace to whoever sees the page. What they may not change is not offered for it. */
export interface Left {
  /** Whether anything may be changed there. */
  files: boolean
  gantt: boolean
  /** Whether tables may be made. */
  newTables: boolean
  /** Whether a folder or file may be changed, by its path. */
  entry: (path: string) => boolean
  /** Whether a task may be changed, by the ids from itself up. */
  task: (way: readonly Id[]) => boolean
  /** What rules say of paths is another thing once something is renamed. */
  goesByPaths: boolean
}

/** For those whom no rule binds. */
export const everything: Left = leftBy([])

/** The nearest rule counts, as on the server. */
export function leftBy(rules: readonly OwnRule[]): Left {
  const entries = new Map<string, boolean>()
  const tasks = new Map<Id, boolean>()
  let newTables = true
  for (const { thing, access } of rules) {
    const mayChange = access === 'write'
    if (thing.kind === 'folder') entries.set(thing.id, mayChange)
    if (thing.kind === 'branch') tasks.set(thing.task, mayChange)
    if (thing.kind === 'table' && thing.table === '*') newTables = mayChange
  }
  return {
    files: someOf(entries, '/'),
    gantt: someOf(tasks, 0),
    newTables,
    entry: (path) => nearest(entries, [...upFrom(path), '/']),
    task: (way) => nearest(tasks, [...way, 0]),
    goesByPaths: entries.size > 0,
  }
}

function someOf(all: ReadonlyMap<unknown, boolean>, top: unknown): boolean {
  return all.get(top) !== false || [...all.values()].includes(true)
}

function nearest<K>(all: ReadonlyMap<K, boolean>, way: readonly K[]): boolean {
  const found = way.find((id) => all.has(id))
  return found === undefined || all.get(found) === true
}

/** `/a/b`, then `/a`. */
function upFrom(path: string): string[] {
  const names = path.split('/').filter(Boolean)
  return names.map((_, up) => `/${names.slice(0, names.length - up).join('/')}`)
}

export const LeftContext = createContext<Left>(everything)

export function useLeft(): Left {
  return useContext(LeftContext)
}

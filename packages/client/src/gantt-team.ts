import type { Item } from './gantt-wire.ts'
import type { Id } from './temp-ids.ts'

/** Who works on what. */
export interface Team {
  resources: readonly Item[]
  /** With the ids that the chart shows: `task`, `resource`, `units`. */
  assignments: readonly Item[]
}

/** Keeps the assignments where the edition of the widget knows none, and tells of them. */
export function ganttTeam(tell: ((team: Team) => void) | undefined) {
  const assignments = new Map<Id, Item>()
  let resources: readonly Item[] = []
  let isToTell = false

  function tellSoon(): void {
    if (isToTell || !tell) return
    isToTell = true
    queueMicrotask(() => {
      isToTell = false
      tell({ resources, assignments: [...assignments.values()] })
    })
  }

  return {
    byId: (id: Id) => assignments.get(id),
    map: <T>(work: (item: Item) => T): T[] => [...assignments.values()].map((item) => work(item)),
    setResources(list: readonly Item[]): void {
      resources = list
      tellSoon()
    },
    /** What the widget would do with these actions. */
    exec(action: string, { id, assignment }: { id: Id; assignment?: object }): void {
      if (action === 'delete-assignment') assignments.delete(id)
      else assignments.set(id, { units: 100, ...assignments.get(id), ...assignment, id })
      tellSoon()
    },
  }
}

/** Far from the temporary ids of the widget, which count milliseconds. */
let lastId = 9e12

export function newTempId(): string {
  return `temp://${++lastId}`
}

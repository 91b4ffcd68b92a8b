import { detached } from '../../ports/gantt-store.ts'
import type { Fields, GanttKind, GanttStore, StoredCalendar } from '../../ports/gantt-store.ts'
import { tasksTogether } from './tasks-together.ts'
import type { Held } from './tasks-together.ts'

interface Unwritten {
  revision: number | null
  /** The ids to be given out next, where any was asked for. */
  nextIds: Partial<Record<GanttKind, number>>
  /** How many tasks there are, or were ever. */
  tasks: { count: number; isExact: boolean } | null
}

interface Before extends Unwritten {
  held: Held
}

/**
 * The plan in a transaction of many changes: what each of them would write anew is written once, when
 * all are made, and what has just been written is not read again. A part that failed is told with
 * `undo`.
 */
export function ganttTogether(stored: GanttStore) {
  const { plan: given, ...made } = tasksTogether(stored)
  let unwritten: Unwritten = { revision: null, nextIds: {}, tasks: null }
  const realIds = new Map<string, number>()
  let isNoneDetached = false
  /** From the first new task on the database does not know which ids were given out. */
  let hasInserted = false
  /** What a search for circles asks again for each new link. */
  const known = {
    successors: new Map<number, number[]>(),
    children: new Map<number, number[]>(),
    parents: new Map<number, number | null>(),
  }

  /** How the plan is scheduled, which each change asks. */
  let schedule: Fields | null = null
  let calendars: StoredCalendar[] | null = null

  function forgetTree(): void {
    known.children.clear()
    known.parents.clear()
  }

  function forgetCount(): void {
    unwritten.tasks = null
    hasInserted = true
  }

  function setNextId(kind: GanttKind, id: number): void {
    unwritten.nextIds[kind] = id
  }

  function placed(parent: number): void {
    if (parent === detached) isNoneDetached = false
  }

  const gantt: GanttStore = {
    ...given,
    revision: async () => unwritten.revision ?? given.revision(),
    async touch(revision) {
      unwritten.revision = revision
    },

    async nextId(kind) {
      const id = unwritten.nextIds[kind] ?? (await given.nextId(kind))
      setNextId(kind, id + 1)
      return id
    },
    async reserveId(kind, id) {
      const next = unwritten.nextIds[kind]
      if (next === undefined) await given.reserveId(kind, id)
      else setNextId(kind, Math.max(next, id + 1))
    },

    realId: async (client, temporary) =>
      realIds.get(`${client} ${temporary}`) ?? given.realId(client, temporary),
    rememberId(client, temporary, id, at) {
      realIds.set(`${client} ${temporary}`, id)
      return given.rememberId(client, temporary, id, at)
    },

    async countTasks(enough) {
      const { tasks } = unwritten
      if (tasks && (tasks.isExact || tasks.count <= enough)) return tasks.count
      const isExact = tasks !== null || hasInserted
      const count = await given.countTasks(isExact ? 0 : enough)
      unwritten.tasks = { count, isExact }
      return count
    },
    async hasDetached() {
      if (isNoneDetached) return false
      const has = await given.hasDetached()
      isNoneDetached = !has
      return has
    },
    insertTasks(added) {
      hasInserted = true
      const { tasks } = unwritten
      if (tasks) unwritten.tasks = { ...tasks, count: tasks.count + added.length }
      for (const { id, parent } of added) {
        placed(parent)
        known.children.delete(parent)
        known.parents.set(id, parent)
      }
      return given.insertTasks(added)
    },
    moveTask(id, to, version) {
      placed(to.parent)
      forgetTree()
      return given.moveTask(id, to, version)
    },
    returnBranch(revision, root, version) {
      forgetCount()
      placed(root.parent)
      forgetTree()
      known.successors.clear()
      return given.returnBranch(revision, root, version)
    },
    removeTasks(ids) {
      // They may have been gone already.
      forgetCount()
      forgetTree()
      known.successors.clear()
      return given.removeTasks(ids)
    },

    async successorsOf(task) {
      const found = known.successors.get(task) ?? (await given.successorsOf(task))
      known.successors.set(task, found)
      return found
    },
    async idsBelow(parents) {
      const [parent] = parents
      if (parent === undefined || parents.length > 1) return given.idsBelow(parents)
      const found = known.children.get(parent) ?? (await given.idsBelow(parents))
      known.children.set(parent, found)
      return found
    },
    async parentOf(id) {
      const found = known.parents.get(id) ?? (await given.parentOf(id))
      known.parents.set(id, found)
      return found
    },
    schedule: async () => (schedule ??= await given.schedule()),
    setSchedule(changed) {
      schedule = null
      return given.setSchedule(changed)
    },
    allCalendars: async () => (calendars ??= await given.allCalendars()),
    insertCalendar(calendar) {
      calendars = null
      return given.insertCalendar(calendar)
    },
    updateCalendar(calendar) {
      calendars = null
      return given.updateCalendar(calendar)
    },
    removeCalendar(id) {
      calendars = null
      return given.removeCalendar(id)
    },
    insertLinks(links) {
      for (const { source } of links) known.successors.delete(source)
      return given.insertLinks(links)
    },
    updateLink(link) {
      known.successors.clear()
      return given.updateLink(link)
    },
    removeLink(id) {
      known.successors.clear()
      return given.removeLink(id)
    },
  }

  return {
    plan: gantt,
    before(): Before {
      const { revision, nextIds, tasks } = unwritten
      return { revision, nextIds: { ...nextIds }, tasks, held: made.held() }
    },
    revision: () => unwritten.revision,
    /** For whoever reads tasks by another way. */
    writeTasks: () => made.write(),
    undo({ held, ...before }: Before): void {
      unwritten = before
      made.undo(held)
      realIds.clear()
      isNoneDetached = false
      schedule = null
      calendars = null
      forgetTree()
      known.successors.clear()
    },
    async write(): Promise<void> {
      await made.write()
      const { revision, nextIds } = unwritten
      for (const [kind, next] of Object.entries(nextIds)) {
        await given.reserveId(kind as GanttKind, next - 1)
      }
      if (revision !== null) await given.touch(revision)
    },
  }
}

import { detached } from '../../ports/gantt-store.ts'
import type { GanttStore, NewTask, StoredTask } from '../../ports/gantt-store.ts'

/** One statement for so many tasks takes a quarter of the time, and more than these are not held back. */
const tasksAtOnce = 100

/** Those of a moment, of which more may be held since. */
export interface Held {
  tasks: NewTask[]
  count: number
}

/**
 * New tasks of a transaction of many changes: they are written together, and what each of them asks is known from those
 * before. Whatever else is asked or written finds them there. A part that failed is told with `undo`.
 */
export function tasksTogether(given: GanttStore) {
  let held: NewTask[] = []
  const lastPlaces = new Map<number, string | null>()

  async function write(): Promise<void> {
    if (held.length === 0) return
    const tasks = held
    held = []
    await given.insertTasks(tasks)
  }

  function heldTask(id: number): NewTask | undefined {
    return held.findLast((task) => task.id === id)
  }

  function heldBelow(parent: number): number {
    return held.reduce((count, task) => (task.parent === parent ? count + 1 : count), 0)
  }

  /** What is not among those below may read or write any task. */
  function afterAll<A extends unknown[], R>(method: (...input: A) => Promise<R>) {
    return async (...input: A): Promise<R> => {
      await write()
      lastPlaces.clear()
      return method(...input)
    }
  }

  const others = Object.fromEntries(
    Object.entries(given).map(([name, method]) => [
      name,
      isApart.has(name) ? method : afterAll(method as Method),
    ]),
  ) as unknown as GanttStore

  const plan: GanttStore = {
    ...others,

    async *placedTasks() {
      await write()
      yield* given.placedTasks()
    },

    async insertTasks(added) {
      if (held.length + added.length > tasksAtOnce) await write()
      for (const { parent, place } of added) {
        const last = lastPlaces.get(parent)
        if (last === null || (last !== undefined && last < place)) lastPlaces.set(parent, place)
      }
      if (added.length > tasksAtOnce) await given.insertTasks(added)
      else held.push(...added)
    },

    async task(id) {
      const made = heldTask(id)
      const task = made ? { ...made, children: 0 } : await given.task(id)
      return task && withChildren(task, heldBelow(id))
    },
    parentOf: async (id) => heldTask(id)?.parent ?? given.parentOf(id),
    countTasks: async (enough) => held.length + (await given.countTasks(enough)),
    hasDetached: async () => held.some(({ parent }) => parent === detached) || given.hasDetached(),

    async lastPlace(parent) {
      let last = lastPlaces.get(parent)
      if (last !== undefined) return last
      last = await given.lastPlace(parent)
      for (const task of held) {
        if (task.parent === parent && (last === null || last < task.place)) last = task.place
      }
      lastPlaces.set(parent, last)
      return last
    },
  }

  return {
    plan,
    write,
    held: (): Held => ({ tasks: held, count: held.length }),
    undo({ tasks, count }: Held): void {
      held = tasks
      held.length = count
      lastPlaces.clear()
    },
  }
}

type Method = (...input: unknown[]) => Promise<unknown>

/** What neither reads tasks nor writes them. */
const apart = [
  'revision',
  'touch',
  'nextId',
  'reserveId',
  'realId',
  'rememberId',
  'forgetIds',
  'schedule',
  'setSchedule',
  'calendar',
  'allCalendars',
  'insertCalendar',
  'updateCalendar',
  'removeCalendar',
  'resource',
  'allResources',
  'lastResourcePlace',
  'insertResource',
  'updateResource',
  'removeResource',
  'link',
  'linksOf',
  'allLinks',
  'linksAt',
  'linkBetween',
  'successorsOf',
  'insertLinks',
  'updateLink',
  'removeLink',
  'assignment',
  'allAssignments',
  'assignmentsAt',
  'assignmentOf',
  'assignmentsTo',
  'insertAssignments',
  'updateAssignment',
  'removeAssignments',
  'branchTasks',
  'branchLinks',
  'branchAssignments',
  'linksLeftOut',
  'assignmentsLeftOut',
] as const satisfies readonly (keyof GanttStore)[]

const isApart: ReadonlySet<string> = new Set(apart)

function withChildren(task: StoredTask, more: number): StoredTask {
  return more === 0 ? task : { ...task, children: task.children + more }
}

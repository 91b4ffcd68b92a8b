import type { GanttStore, StoredTask } from '../../ports/gantt-store.ts'

/** The ids of tasks, links and resources that may not be what they were. */
export interface Touched {
  /** Also those on which somebody else works, or in another way. */
  tasks: Set<number>
  /** Those that were removed, be it that they came back: then not all of their links need have done so. */
  gone: Set<number>
  links: Set<number>
  resources: Set<number>
}

export function nothingTouched(): Touched {
  return { tasks: new Set(), gone: new Set(), links: new Set(), resources: new Set() }
}

/** What one transaction has written of a plan, or may have: what of it was undone is still among it. */
export interface PlanWrites extends Touched {
  /** The revision of the plan before the first of them; `null` where there was none. */
  base: number | null
  /** Whether the plan has got another revision. */
  isTouched: boolean
  /** Calendars or settings, which concern everything. */
  isAll: boolean
  /** Where somebody wants to know it: the tasks as they were, `null` for those that were not there. */
  before?: Map<number, StoredTask | null>
}

export function noWrites(): PlanWrites {
  return { base: null, isTouched: false, ...nothingTouched(), isAll: false }
}

/** The store with each write noted. In which order siblings stand moves nothing. */
export function notedPlan(given: GanttStore, writes: PlanWrites): GanttStore {
  const { tasks, gone, links, resources } = writes
  async function begin(): Promise<void> {
    writes.base ??= await given.revision()
  }
  async function beginAll(): Promise<void> {
    await begin()
    writes.isAll = true
  }
  async function remember(ids: readonly number[]): Promise<void> {
    const { before } = writes
    const others = before ? ids.filter((id) => !before.has(id)) : []
    if (!before || others.length === 0) return
    for (const id of others) before.set(id, null)
    for (const task of await given.tasksOf(others)) before.set(task.id, task)
  }
  return {
    ...given,
    async touch(revision) {
      if (writes.base === null) await begin()
      writes.isTouched = true
      await given.touch(revision)
    },
    async insertTasks(made) {
      if (writes.base === null) await begin()
      if (writes.before) await remember(made.map(({ id }) => id))
      for (const { id } of made) tasks.add(id)
      await given.insertTasks(made)
    },
    async updateTask(id, changed, version) {
      await begin()
      await remember([id])
      tasks.add(id)
      return given.updateTask(id, changed, version)
    },
    async drawTasks(drawn) {
      await begin()
      await remember(drawn.map(({ id }) => id))
      for (const { id } of drawn) tasks.add(id)
      return given.drawTasks(drawn)
    },
    async moveTask(id, to, version) {
      await begin()
      tasks.add(id)
      return given.moveTask(id, to, version)
    },
    async removeTasks(ids) {
      await begin()
      for (const id of ids) gone.add(id)
      return given.removeTasks(ids)
    },
    /** What is below a task that is new is found with it, and so are its links. */
    async returnBranch(revision, root, version) {
      await begin()
      await remember([root.id])
      tasks.add(root.id)
      return given.returnBranch(revision, root, version)
    },
    async insertLinks(made) {
      await begin()
      for (const { id } of made) links.add(id)
      return given.insertLinks(made)
    },
    async updateLink(link) {
      await begin()
      links.add(link.id)
      return given.updateLink(link)
    },
    async removeLink(id) {
      await begin()
      links.add(id)
      return given.removeLink(id)
    },
    async insertAssignments(made) {
      await begin()
      for (const { task } of made) tasks.add(task)
      return given.insertAssignments(made)
    },
    /** It may have been one of another task. */
    async updateAssignment(assignment) {
      await begin()
      const before = await given.assignment(assignment.id)
      if (before) tasks.add(before.task)
      tasks.add(assignment.task)
      return given.updateAssignment(assignment)
    },
    async removeAssignments(ids) {
      await begin()
      for (const id of ids) {
        const before = await given.assignment(id)
        if (before) tasks.add(before.task)
      }
      return given.removeAssignments(ids)
    },
    async insertResource(resource) {
      await begin()
      resources.add(resource.id)
      return given.insertResource(resource)
    },
    async updateResource(resource) {
      await begin()
      resources.add(resource.id)
      return given.updateResource(resource)
    },
    /** With its assignments. */
    async removeResource(id) {
      await begin()
      resources.add(id)
      for (const { task } of await given.assignmentsTo(id)) tasks.add(task)
      return given.removeResource(id)
    },
    async insertCalendar(calendar) {
      await beginAll()
      return given.insertCalendar(calendar)
    },
    async updateCalendar(calendar) {
      await beginAll()
      return given.updateCalendar(calendar)
    },
    async removeCalendar(id) {
      await beginAll()
      return given.removeCalendar(id)
    },
    async setSchedule(schedule) {
      await beginAll()
      return given.setSchedule(schedule)
    },
  }
}

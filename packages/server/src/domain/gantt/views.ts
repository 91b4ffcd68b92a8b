import type { Assignment, Link, Resource, Task } from '@triptych/contract/gantt'
import type { Calendar } from '@triptych/contract/schedule'
import type {
  StoredAssignment,
  StoredCalendar,
  StoredLink,
  StoredResource,
  StoredTask,
} from '../../ports/gantt-store.ts'

export function linkView({ id, source, target, type, lag, fields }: StoredLink): Link {
  const known = { id, source, target, type: type as Link['type'] }
  return { ...fields, ...known, ...(lag === null ? {} : { lag }) }
}

export function assignmentView({
  id,
  task,
  resource,
  units,
  fields,
}: StoredAssignment): Assignment {
  return { ...fields, id, task, resource, units }
}

/** What was stored was checked when it came. */
export function calendarView({ id, fields }: StoredCalendar): Calendar {
  return { ...(fields as unknown as Omit<Calendar, 'id'>), id }
}

/** Its name is one of the fields, and always there. */
export function resourceView({ id, parent, fields }: StoredResource): Resource {
  return { ...fields, id, parent } as Resource
}

/** `open` is told only where there is something to unfold: the client breaks over anything else. */
export function resourceViews(resources: readonly StoredResource[]): Resource[] {
  const parents = new Set(resources.map(({ parent }) => parent))
  return resources.map((resource) => {
    const { open, ...view } = resourceView(resource)
    return open === true && parents.has(resource.id) ? { ...view, open } : view
  })
}

/** As the log keeps a task that comes or goes: with all that would be lost with it. */
export function keptTaskView(task: StoredTask): Record<string, unknown> {
  const { open, lazy } = task
  return { ...taskView(task), ...(open && { $open: true }), ...(lazy !== null && { $lazy: lazy }) }
}

/** A task as the log and the clients see it, but for what depends on who asks. */
export function taskView(task: StoredTask): Record<string, unknown> {
  const { id, parent, type, text, start, end, duration, progress, place, fields } = task
  return {
    id,
    parent,
    type,
    text,
    start,
    ...(end === null ? {} : { end }),
    ...(duration === null ? {} : { duration }),
    progress,
    ...fields,
    $order: place,
  }
}

/** Whether what is below it is sent on demand only. */
export function isLazy({ lazy }: StoredTask, children: number, lazyAbove: number): boolean {
  return children > 0 && (lazy ?? children > lazyAbove)
}

/** A task as a list has it, with as many children as whoever asks may see: what `taskPage` makes in the database. */
export function listedTask(task: StoredTask, children: number, lazyAbove: number): Task {
  const { $order: _, ...view } = taskView(task)
  const isFolded = isLazy(task, children, lazyAbove)
  return {
    ...view,
    ...(isFolded && { lazy: true }),
    ...(!isFolded && task.open && children > 0 && { open: true }),
  } as Task
}

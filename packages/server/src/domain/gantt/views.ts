import type {
  StoredAssignment,
  StoredLink,
  StoredResource,
  StoredTask,
} from '../../ports/gantt-store.ts'

/** What the clients get to see. */
type View = Record<string, unknown>

export function linkView({ id, source, target, type, lag, fields }: StoredLink): View {
  return { ...fields, id, source, target, type, ...(lag === null ? {} : { lag }) }
}

export function assignmentView({ id, task, resource, units, fields }: StoredAssignment): View {
  return { ...fields, id, task, resource, units }
}

export function resourceView({ id, parent, fields }: StoredResource): View {
  return { ...fields, id, parent }
}

/** `open` is told only where there is something to unfold: the client breaks over anything else. */
export function resourceViews(resources: readonly StoredResource[]): View[] {
  const parents = new Set(resources.map(({ parent }) => parent))
  return resources.map((resource) => {
    const { open, ...view } = resourceView(resource)
    return open === true && parents.has(resource.id) ? { ...view, open } : view
  })
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

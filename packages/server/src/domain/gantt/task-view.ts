import type { StoredTask } from '../../ports/plan-store.ts'

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

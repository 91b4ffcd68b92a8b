import type { IApi, ILink, TID } from '@svar-ui/react-gantt'
import { wallTime } from 'triptych-client'
import type { GanttConnection } from 'triptych-client'

/** One of several writes that are one step. */
export interface Write {
  url: string
  method: 'POST' | 'PUT'
  data: object
}

interface Place {
  target: unknown
  mode: 'after' | 'child'
}

/** Behind a task; without one, at the end of the plan. */
function placeAt(connection: GanttConnection, after: TID | undefined): Place {
  if (after === undefined) return { target: 0, mode: 'child' }
  return { target: connection.realId(after), mode: 'after' }
}

/** Whole branches once more, with the links among them. */
export function copies(
  api: IApi,
  connection: GanttConnection,
  ids: readonly TID[],
  after: TID | undefined,
): Write[] {
  const names = new Map(ids.map((id, index) => [id, `temp://${Date.now()}${index}`]))
  const place = placeAt(connection, after)
  const tasks = ids.map((id) => ({
    url: `tasks/${connection.realId(id)}`,
    method: 'PUT' as const,
    data: { operation: 'copy', id: names.get(id), lazy: true, ...place },
  }))
  // Each comes right behind the same one, so the last comes first.
  if (place.mode === 'after') tasks.reverse()
  const links = api
    .getState()
    .links.map((link: ILink) => link)
    .filter(({ source, target }) => names.has(source) && names.has(target))
    .map((link) => {
      const { source, target, type, lag, lagUnit } = link as ILink & {
        lag?: unknown
        lagUnit?: unknown
      }
      const data = { source: names.get(source), target: names.get(target), type }
      const waits = lag ? { lag, ...(lagUnit ? { lagUnit } : {}) } : {}
      return { url: 'links', method: 'POST' as const, data: { ...data, ...waits } }
    })
  return [...tasks, ...links]
}

/** Whole branches to another place. */
export function moves(
  connection: GanttConnection,
  ids: readonly TID[],
  after: TID | undefined,
): Write[] {
  const place = placeAt(connection, after)
  const tasks = ids
    .filter((id) => id !== after)
    .map((id) => ({
      url: `tasks/${connection.realId(id)}`,
      method: 'PUT' as const,
      data: { operation: 'move', ...place },
    }))
  return place.mode === 'after' ? tasks.toReversed() : tasks
}

/** New tasks, one for each name, on the day of the one they come behind; what is indented comes below the line above. */
export function additions(
  names: readonly string[],
  connection: GanttConnection,
  after: { id: TID; start?: Date } | undefined,
): Write[] {
  const day = after?.start ?? today()
  const above: { depth: number; id: string }[] = []
  return names.map((name, index) => {
    const depth = name.length - name.trimStart().length
    while (above.length > 0 && above.at(-1)!.depth > depth) above.pop()
    const beside = above.at(-1)?.depth === depth ? above.pop() : undefined
    const parent = above.at(-1)
    const id = `temp://${Date.now()}${index}`
    above.push({ depth, id })
    const task = { id, text: name.trim(), type: 'task', start: wallTime(day), duration: 1 }
    const place = beside
      ? { target: beside.id, mode: 'after' }
      : parent
        ? { target: parent.id, mode: 'child' }
        : placeAt(connection, after?.id)
    return { url: 'tasks', method: 'POST', data: { task, ...place } }
  })
}

function today(): Date {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  return day
}

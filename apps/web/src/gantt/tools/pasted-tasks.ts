import type { IApi, ILink, TID } from '@svar-ui/react-gantt'
import { wallTime } from 'triptych-client'
import type { GanttConnection } from 'triptych-client'
import type { Change } from '../write-together.ts'

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
): Change[] {
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

/** The tasks that were put somewhere, by what the server answers to each write. */
export function placedBy(writes: readonly Change[], answers: readonly { id: number }[]): number[] {
  return writes.flatMap(({ url, data }, index) =>
    url.startsWith('tasks') && 'target' in data ? [answers[index]!.id] : [],
  )
}

/** Whole branches to another place. A summary that loses its last one is a task again, as when that is dragged away. */
export function moves(
  api: IApi,
  connection: GanttConnection,
  ids: readonly TID[],
  after: TID | undefined,
): Change[] {
  const place = placeAt(connection, after)
  const change = (id: TID, data: object): Change => ({
    url: `tasks/${connection.realId(id)}`,
    method: 'PUT',
    data,
  })
  const moved = ids.filter((id) => id !== after)
  const tasks = moved.map((id) => change(id, { operation: 'move', ...place }))
  if (place.mode === 'after') tasks.reverse()
  return [...tasks, ...leftEmpty(api, moved, after).map((id) => change(id, { type: 'task' }))]
}

/** The summaries of which all goes away that is below them. */
function leftEmpty(api: IApi, moved: readonly TID[], after: TID | undefined): TID[] {
  const { tasks } = api.getState()
  const goal = after === undefined ? 0 : tasks.byId(after)?.parent
  const above = new Set(moved.map((id) => tasks.byId(id)?.parent))
  return [...above].filter((id): id is TID => {
    const summary = id === undefined || id === goal ? undefined : tasks.byId(id)
    if (!summary || summary.type !== 'summary' || summary.lazy) return false
    return (summary.data ?? []).every((one) => moved.includes(one.id))
  })
}

/** New tasks, one for each name, on the day of the one they come behind; what is indented comes below the line above. */
export function additions(
  names: readonly string[],
  connection: GanttConnection,
  after: { id: TID; start?: Date } | undefined,
): Change[] {
  const day = after?.start ?? today()
  const above: { depth: number; id: string }[] = []
  return names.map((name, index) => {
    const depth = depthOf(name)
    const type = depthOf(names[index + 1] ?? '') > depth ? 'summary' : 'task'
    while (above.length > 0 && above.at(-1)!.depth > depth) above.pop()
    const beside = above.at(-1)?.depth === depth ? above.pop() : undefined
    const parent = above.at(-1)
    const id = `temp://${Date.now()}${index}`
    above.push({ depth, id })
    const task = { id, text: name.trim(), type, start: wallTime(day), duration: 1 }
    const place = beside
      ? { target: beside.id, mode: 'after' }
      : parent
        ? { target: parent.id, mode: 'child' }
        : placeAt(connection, after?.id)
    return { url: 'tasks', method: 'POST', data: { task, ...place } }
  })
}

function depthOf(name: string): number {
  return name.length - name.trimStart().length
}

function today(): Date {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  return day
}

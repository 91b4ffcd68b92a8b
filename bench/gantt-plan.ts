import type { Server } from './server.ts'

/** A task as a client sends it; each has the same keys, so that one bare query can write them all. */
export interface PlanTask {
  id: number
  parent: number
  type: string
  text: string
  start: string
  end: string
  duration: number
  progress: number
  details: string
}

/** How many tasks there are, and how many belong together: a summary and what is below it. */
export interface PlanShape {
  count: number
  family: number
}

/** The tasks of a plan in an order in which they can be added; with a family of 1 all are at the top. */
export function tasksOf({ count, family }: PlanShape): PlanTask[] {
  return Array.from({ length: count }, (_, index) => {
    const first = index - (index % family) + 1
    const isFirst = first === index + 1
    const type = isFirst && family > 1 ? 'summary' : 'task'
    return taskOf(index + 1, isFirst ? 0 : first, type)
  })
}

/** Everything below one root, whose id is 1. */
export function branchOf(shape: PlanShape): PlanTask[] {
  const below = tasksOf({ ...shape, count: shape.count - 1 })
  const moved = below.map((task) => ({ ...task, id: task.id + 1, parent: task.parent + 1 }))
  return [taskOf(1, 0, 'summary'), ...moved]
}

export function taskOf(id: number, parent: number, type = 'task'): PlanTask {
  const day = String(1 + (id % 27)).padStart(2, '0')
  return {
    id,
    parent,
    type,
    // Nothing beyond Latin-1, where V8 would take two bytes a character and the floor twice the time.
    text: id % 10 === 0 ? `Prüfen, was nach Schritt ${id} übrig ist` : `The step number ${id}`,
    start: `2026-04-${day}T09:00:00`,
    end: `2026-05-${day}T18:00:00`,
    duration: 30,
    progress: id % 101,
    details: `What has to be done in step ${id}`,
  }
}

export async function makeWorkspace(server: Server, name: string): Promise<void> {
  await send(server, 'POST', '/workspaces', { name })
}

/** Adds the tasks to a new workspace of Triptych, with the ids they have. */
export async function fillPlan(server: Server, name: string, tasks: PlanTask[]): Promise<void> {
  await makeWorkspace(server, name)
  for (let at = 0; at < tasks.length; at += 1000) {
    const items = tasks.slice(at, at + 1000).map((data) => ({ url: 'tasks', method: 'POST', data }))
    const answers = (await send(server, 'POST', `/w/${name}/batch`, items)) as { id?: number }[]
    if (answers.some(({ id }) => id === undefined)) throw new Error('A task was not added.')
  }
}

/** Sends JSON and answers what came back; what is not answered well ends the run. */
export async function send(
  server: Server,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: unknown,
): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

export async function getText(server: Server, path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`GET ${path} was answered ${answer.status}: ${text}`)
  return text
}

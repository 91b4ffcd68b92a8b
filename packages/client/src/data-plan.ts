import type { Link, Task } from '@triptych/contract/gantt'
import { live } from './live.ts'
import type { Live } from './live.ts'
import { sendWrite } from './send-write.ts'
import type { Server } from './server.ts'

export type { Link, Task } from '@triptych/contract/gantt'

/** Times are those of a wall: `2026-04-01T09:00:00`. Fields of other names are kept as they are. */
export type NewTask = Partial<Pick<Task, 'type' | 'text' | 'duration' | 'progress' | 'parent'>> & {
  start?: string
  end?: string
} & Record<string, unknown>

export type NewLink = Pick<Link, 'source' | 'target' | 'type'> & Partial<Pick<Link, 'lag'>>

export interface TaskData {
  /** Those at the top of the plan, with what is below those that are unfolded; or what is below one. */
  list(below?: number): Promise<Task[]>
  get(id: number): Promise<Task>
  add(task: NewTask): Promise<{ id: number }>
  /** Fields that are left out stay as they are. */
  change(id: number, task: NewTask): Promise<void>
  /** Puts it, with all below it, beside another task or below it. */
  move(id: number, mode: 'before' | 'after' | 'child', target: number): Promise<void>
  /** With all below it. */
  remove(id: number): Promise<void>
  /** What `list` answers, anew whenever somebody changes the plan. */
  live(below?: number): Live<Task[]>
}

export interface LinkData {
  list(): Promise<Link[]>
  add(link: NewLink): Promise<{ id: number }>
  change(id: number, link: Partial<NewLink>): Promise<void>
  remove(id: number): Promise<void>
}

export function taskData(server: Server): TaskData {
  const list = (below?: number, signal?: AbortSignal) =>
    server.send({
      method: 'GET',
      path: below === undefined ? 'tasks' : `tasks/${below}`,
      ...(signal && { signal }),
    }) as Promise<Task[]>

  return {
    list: (below) => list(below),
    get: (id) => server.send({ method: 'GET', path: `tasks/${id}/self` }) as Promise<Task>,
    ...writes(server, 'tasks'),
    async move(id, mode, target) {
      const body = { operation: 'move', mode, target }
      await sendWrite(server, { method: 'PUT', path: `tasks/${id}`, body })
    },
    live: (below) =>
      live(server, {
        isAbout: ({ area }) => area === 'gantt',
        read: (signal) => list(below, signal),
      }),
  }
}

export function linkData(server: Server): LinkData {
  return {
    list: () => server.send({ method: 'GET', path: 'links' }) as Promise<Link[]>,
    ...writes(server, 'links'),
  }
}

function writes(server: Server, path: string) {
  return {
    async add(body: object) {
      const { answer } = await sendWrite(server, { method: 'POST', path, body })
      return answer as { id: number }
    },
    async change(id: number, body: object) {
      await sendWrite(server, { method: 'PUT', path: `${path}/${id}`, body })
    },
    async remove(id: number) {
      await sendWrite(server, { method: 'DELETE', path: `${path}/${id}` })
    },
  }
}

import { history, sendWrite } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { Change } from '@triptych/contract/changes'
import type {
  Analysis,
  Calendar,
  Preview,
  PutSchedule,
  Schedule,
} from '@triptych/contract/schedule'

/** How the plan is scheduled, and the calendars there are. */
export interface Scheduling {
  schedule: Schedule
  calendars: readonly Calendar[]
}

export async function readScheduling(server: Server): Promise<Scheduling> {
  const [schedule, calendars] = await Promise.all([
    server.send({ method: 'GET', path: 'schedule' }) as Promise<Schedule>,
    server.send({ method: 'GET', path: 'calendars' }) as Promise<Calendar[]>,
  ])
  return { schedule, calendars }
}

export async function readAnalysis(server: Server): Promise<Analysis> {
  return (await server.send({ method: 'GET', path: 'schedule/analysis' })) as Analysis
}

async function preview(server: Server, changes: object[], signal?: AbortSignal): Promise<Preview> {
  const asked = { method: 'POST', path: 'schedule/preview', body: { changes } } as const
  return (await server.send({ ...asked, ...(signal && { signal }) })) as Preview
}

/** How many tasks would move. */
export async function countToMove(
  server: Server,
  data: PutSchedule,
  signal: AbortSignal,
): Promise<number> {
  return (await preview(server, [{ url: 'schedule', method: 'PUT', data }], signal)).changed.length
}

/** What would follow from these fields of tasks. */
export function previewTasks(
  server: Server,
  tasks: readonly { id: string | number }[],
): Promise<Preview> {
  const changes = tasks.map(({ id, ...data }) => ({ url: `tasks/${id}`, method: 'PUT', data }))
  return preview(server, changes)
}

export interface Rescheduled {
  /** By which it can be taken back. */
  write: string
  /** How many tasks have moved. */
  moved: number
  answer: unknown
}

/** Changes what the plan is scheduled by: itself or a calendar. */
export async function reschedule(
  server: Server,
  request: { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: object },
): Promise<Rescheduled> {
  await server.writersSettled()
  const { steps } = await history(server, { limit: 1 })
  const { write, answer } = await sendWrite(server, request)
  return { write, answer, moved: (await movedBy(server, write, steps[0]?.revision ?? 0)).length }
}

/** The answer does not tell which tasks have moved; the log does. */
export async function movedBy(server: Server, write: string, since: number): Promise<number[]> {
  const moved = new Map<string | null, Set<number>>()
  let step: string | null = null
  for (let from = since; ;) {
    const path = `changes?since=${from}`
    const changes = (await server.send({ method: 'GET', path })) as Change[]
    for (const change of changes) {
      if (change.origin === write) step = change.step
      if (!isMove(change)) continue
      const tasks = moved.get(change.step) ?? new Set()
      moved.set(change.step, tasks.add(Number(change.entity.split('/')[1])))
    }
    const last = changes.at(-1)
    // What one request has changed stands together.
    if (!last || (step !== null && last.step !== step)) break
    from = last.revision
  }
  return step === null ? [] : [...(moved.get(step) ?? [])]
}

function isMove({ operation, before, after }: Change): boolean {
  if (operation !== 'task-updated') return false
  const isOther = (key: string) => after?.[key] !== before?.[key]
  // An end that nobody had said was drawn from the duration.
  return isOther('start') || isOther('duration') || (before?.['end'] !== null && isOther('end'))
}

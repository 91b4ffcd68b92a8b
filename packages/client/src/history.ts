import type { HistoryPage, Restored, TakenBack } from '@triptych/contract/history'
import { outbox } from './outbox.ts'
import type { Outbox } from './outbox.ts'
import { pause } from './pause.ts'
import type { Request, Server } from './server.ts'

export interface HistoryQuery {
  /** What it is of: `tasks/5`, `films/7`, `films`, `files/docs/plan.txt`; without it, of the whole workspace. */
  of?: string
  /** The name of who did it, or their account. */
  person?: string
  area?: 'tables' | 'gantt' | 'files' | 'access'
  kind?: 'added' | 'updated' | 'moved' | 'deleted'
  /** Times, as in ISO 8601. */
  from?: string
  to?: string
  limit?: number
  /** Only what is older than this revision: `next` of the page before. */
  before?: number
}

/** One for each server: what is taken back in a hurry is taken back in order. */
const boxes = new WeakMap<Server, Outbox>()

/**
 * Takes back what this person did last in this page, also before it was loaded anew, or the step that is named. What
 * changes by it is shown like what others change. Rejects with a `ServerError` that says why it cannot be.
 */
export function undo(server: Server, step: string | null = null): Promise<TakenBack> {
  return takeBack(server, { path: 'undo', body: { step }, origin: server.origin })
}

/** Takes back what was saved at once, by what `onSaved` has told of it. */
export function undoWrite(server: Server, write: string): Promise<TakenBack> {
  // Its changes were our own; those that take it back are news.
  server.forgetMark(write)
  return takeBack(server, { path: 'undo', body: { step: null }, origin: write })
}

/** Does again what was taken back last, if nothing else was done since. */
export function redo(server: Server): Promise<TakenBack> {
  return takeBack(server, { path: 'redo', origin: server.origin })
}

/**
 * Makes a row, a table, a branch of the plan (`tasks/5`) or all of it (`tasks`) what it was right after a revision of the log, or at a time.
 * It is a step like others, which `undo` takes back.
 */
export async function restore(server: Server, of: string, at: number | string): Promise<Restored> {
  const request = { path: 'history/restore', body: { of, at }, origin: server.origin }
  return (await sendInTurn(server, request)) as Restored
}

/** What was done, the newest first, as steps of one or more changes. */
export async function history(server: Server, query: HistoryQuery = {}): Promise<HistoryPage> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return (await server.send({ method: 'GET', path: `history${text && `?${text}`}` })) as HistoryPage
}

async function takeBack(server: Server, request: Omit<Request, 'method'>): Promise<TakenBack> {
  return (await sendInTurn(server, request)) as TakenBack
}

async function sendInTurn(server: Server, request: Omit<Request, 'method'>): Promise<unknown> {
  const box = boxes.get(server) ?? outbox(server, { batches: false })
  boxes.set(server, box)
  // What was done before it comes before it, also what is only on its way to an outbox.
  await pause(0)
  await server.writersSettled()
  return box.send(() => ({ ...request, method: 'POST' }))
}

import assert from 'node:assert/strict'
import type { Change } from '@triptych/contract/changes'
import type { ErrorCode, Problem } from '@triptych/contract/errors'
import type { Assignment, Link, Resource, Task } from '@triptych/contract/gantt'
import type { Config } from '../src/config/config.ts'
import { assertProblem, send, server } from './api.ts'
import type { Answer, Body, SentHeaders } from './api.ts'

export interface PlanState {
  tasks: Task[]
  links: Link[]
  resources: Resource[]
  assignments: Assignment[]
  /** The head of the log. */
  revision: number
}

/** By name, in any depth: `{ a: {}, b: { parent: 'a' } }`; parents before their children. */
export type Seed = Record<string, Record<string, unknown>>

/** A server with an empty plan, and with what a test asks of it. */
export async function planApi(options: Partial<Config> = {}) {
  const triptych = await server(options)
  const base = options.base ?? ''
  /** As it was found after a request that was refused, until somebody writes. */
  let known: PlanState | null = null

  /** `path` begins behind the base. */
  function call(
    method: string,
    path: string,
    body?: Body,
    headers: SentHeaders = {},
  ): Promise<Answer> {
    if (method !== 'GET') known = null
    return send(triptych, method, `${base}${path}`, body, headers)
  }

  /** Sends a request that must succeed. */
  async function done<T = { id: number }>(
    method: string,
    path: string,
    body?: Body,
    headers: SentHeaders = {},
  ): Promise<T> {
    const { status, json } = await call(method, path, body, headers)
    assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(json)}`)
    return json as T
  }

  const tasks = (below?: number) => done<Task[]>('GET', `/tasks${below ? `/${below}` : ''}`)
  const links = (below?: number) => done<Link[]>('GET', `/links${below ? `/${below}` : ''}`)
  const resources = () => done<Resource[]>('GET', '/resources')
  const assignments = (below?: number) =>
    done<Assignment[]>('GET', `/assignments${below ? `/${below}` : ''}`)
  /** The log after a revision. */
  const changes = (since = 0) => done<Change[]>('GET', `/changes?since=${since}&limit=10000`)

  async function head(): Promise<number> {
    const { headers } = await call('GET', '/changes?limit=1')
    return Number(headers.get('x-revision'))
  }

  async function task(id: number): Promise<Task> {
    const found = (await tasks()).find((one) => one.id === id)
    assert.ok(found, `there is no task ${id}`)
    return found
  }

  async function planState(): Promise<PlanState> {
    return {
      tasks: await tasks(),
      links: await links(),
      resources: await resources(),
      assignments: await assignments(),
      revision: await head(),
    }
  }

  /** Adds tasks whose text is their name, and answers their ids by these names. */
  async function seed<const T extends Seed>(plan: T): Promise<{ [name in keyof T]: number }> {
    const ids: Record<string, number> = {}
    for (const [text, fields] of Object.entries(plan)) {
      const parent = ids[String(fields['parent'])] ?? 0
      ids[text] = (await done('POST', '/tasks', { text, ...fields, parent })).id
    }
    return ids as { [name in keyof T]: number }
  }

  const link = async (source: number, target: number, more: object = {}) =>
    (await done('POST', '/links', { source, target, ...more })).id

  const assign = async (task: number, resource: number) =>
    (await done('POST', '/assignments', { task, resource })).id

  const outline = async () => outlineOf(await tasks())

  /** Sends a request that must fail in exactly this way, and change nothing. Answers the problem. */
  async function refuses(
    expected: readonly [status: number, code: ErrorCode],
    method: string,
    path: string,
    body?: Body,
    headers: SentHeaders = {},
  ): Promise<Problem> {
    const before = known ?? (await planState())
    const answer = await call(method, path, body, headers)
    const sent = typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
    const what = `${method} ${path} ${sent.slice(0, 200)}`
    const problem = assertProblem(answer, expected, what)
    const now = await planState()
    assert.deepEqual(now, before, `${what} changed something`)
    known = now
    return problem
  }

  /** Sends a request that must succeed, and add exactly one entry to the log. Answers both. */
  async function writes(
    method: string,
    path: string,
    body?: Body,
    headers: SentHeaders = {},
  ): Promise<{ id: number; change: Change }> {
    const before = await head()
    const { id } = await done(method, path, body, headers)
    const entries = await changes(before)
    assert.equal(entries.length, 1, `${method} ${path} made ${entries.length} entries`)
    assert.equal(entries[0]!.revision, before + 1)
    return { id, change: entries[0]! }
  }

  /** Sends a request that must succeed although there is nothing to change. */
  async function keeps(method: string, path: string, body?: Body): Promise<{ id: number }> {
    const before = await planState()
    const answer = await done(method, path, body)
    assert.deepEqual(await planState(), before, `${method} ${path} changed something`)
    return answer
  }

  return {
    triptych,
    call,
    done,
    tasks,
    task,
    links,
    resources,
    assignments,
    changes,
    head,
    planState,
    seed,
    link,
    assign,
    outline,
    refuses,
    writes,
    keeps,
  }
}

export type PlanApi = Awaited<ReturnType<typeof planApi>>

/** The tree in one line: `a(b c(d)) e`; every task must be in it. */
export function outlineOf(tasks: readonly Task[]): string {
  const below = Map.groupBy(tasks, ({ parent }) => parent)
  let shown = 0

  function write(parent: number): string {
    return (below.get(parent) ?? [])
      .map(({ id, text }) => {
        shown++
        return below.has(id) ? `${text}(${write(id)})` : text
      })
      .join(' ')
  }

  const text = write(0)
  assert.equal(shown, tasks.length, `not every task is below the top: ${JSON.stringify(tasks)}`)
  return text
}

/** A temporary id as SVAR makes them. */
export const temporary = (number: number) => `temp://${1_790_000_000_000 + number}`

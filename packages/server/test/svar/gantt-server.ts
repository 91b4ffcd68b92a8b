import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Config } from '../../src/config/config.ts'
import type { Observation, Observe } from '../../src/observe/observation.ts'
import { openServer } from '../fixtures/test-server.ts'
import { openGantt } from './gantt-client.ts'
import type { ClientOptions, GanttClient, GanttLink, GanttTask } from './gantt-client.ts'

type Fields = Record<string, unknown>

export interface Answer {
  status: number
  json: unknown
}

export interface GanttServer {
  /** Without a slash at its end. */
  url: string
  /** A page that has loaded the plan. */
  open(options?: Partial<ClientOptions>): Promise<GanttClient>
  /** Any request; nothing is expected of it but JSON and no failure of the server. */
  send(method: string, path: string, body?: unknown): Promise<Answer>
  /** A request that must succeed. */
  plain(method: string, path: string, body?: unknown): Promise<unknown>
  /** Adds tasks one by one; answers their ids. A task is a text, `parent` is given by its text. */
  seed(tasks: Record<string, Fields>, links?: [string, string, string?][]): Promise<Ids>
  /** Before the end of the case. */
  close(): Promise<void>
}

export type Ids = Record<string, number>

/** A server of a case's own; at its end nothing has failed in there. */
export async function ganttServer(
  t: TestContext,
  options: Partial<Config> = {},
): Promise<GanttServer> {
  const failures: Observation[] = []
  const note: Observe = (one) => void (one.kind === 'failure' && failures.push(one))
  const triptych = await openServer(options, note, 'cookie')
  let closed: Promise<void> | null = null
  const close = () => (closed ??= triptych.close())
  t.after(async () => {
    await close()
    assert.deepEqual(failures, [])
  })
  const { url: address } = await triptych.listen()
  const url = address.replace(/\/$/, '')

  async function send(method: string, path: string, body?: unknown): Promise<Answer> {
    const sent = body === undefined ? null : JSON.stringify(body)
    const answer = await fetch(`${url}/${path}`, { method, body: sent })
    const text = await answer.text()
    assert.ok(answer.status < 500, `${method} ${path} ${sent}: ${text}`)
    return { status: answer.status, json: JSON.parse(text) }
  }

  async function plain(method: string, path: string, body?: unknown): Promise<unknown> {
    const { status, json } = await send(method, path, body)
    assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(json)}`)
    return json
  }

  return {
    url,
    open: (page) => openGantt({ url, ...page }),
    send,
    plain,
    close,
    async seed(tasks, links = []) {
      const ids: Ids = {}
      for (const [text, { parent, ...fields }] of Object.entries(tasks)) {
        const above = typeof parent === 'string' ? ids[parent] : 0
        const task = { text, start: '2026-04-01 00:00:00', duration: 2, ...fields, parent: above }
        ids[text] = ((await plain('POST', 'tasks', { task })) as { id: number }).id
      }
      for (const [source, target, type = 'e2s'] of links) {
        await plain('POST', 'links', { source: ids[source], target: ids[target], type })
      }
      return ids
    },
  }
}

/** A folder that is gone when the case is. */
export function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'triptych-gantt-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Plan {
  tasks: GanttTask[]
  links: GanttLink[]
}

/**
 * The whole plan by plain requests, lazy branches and all, and what must hold of it whatever was
 * done: no orphan, no cycle, nothing twice, the same order again, and no link into nowhere.
 */
export async function soundPlan(server: GanttServer): Promise<Plan> {
  const tasks = (await server.plain('GET', 'tasks')) as GanttTask[]
  const again = await server.plain('GET', 'tasks')
  assert.deepEqual(again, tasks)
  const links = (await server.plain('GET', 'links')) as GanttLink[]
  const shown = new Set(tasks.map(({ id }) => id))
  for (const { source, target } of links) assert.ok(shown.has(source) && shown.has(target))
  for (const task of tasks) {
    if (!task.lazy) continue
    const below = (await server.plain('GET', `tasks/${task.id}`)) as GanttTask[]
    assert.ok(below.length > 0, 'a lazy task has children')
    for (const one of below) assert.ok(!shown.has(one.id), `task ${one.id} came twice`)
    for (const one of below) shown.add(one.id)
    tasks.push(...below)
    const more = (await server.plain('GET', `links/${task.id}`)) as GanttLink[]
    for (const { source, target } of more) assert.ok(shown.has(source) && shown.has(target))
    links.push(...more)
  }
  const byId = new Map(tasks.map((task) => [task.id, task]))
  assert.equal(byId.size, tasks.length, 'a task came twice')
  for (const task of tasks) assertLeadsToTheTop(task, byId)
  const triples = new Set(links.map(({ source, target, type }) => `${source} ${target} ${type}`))
  assert.equal(triples.size, links.length, 'a link came twice')
  return { tasks, links }
}

function assertLeadsToTheTop(task: GanttTask, byId: Map<unknown, GanttTask>): void {
  const way = new Set<unknown>()
  for (let { parent } = task; parent !== 0; parent = byId.get(parent)!.parent) {
    assert.ok(byId.has(parent), `task ${task.id} is below ${parent}, which is not there`)
    assert.ok(!way.has(parent), `task ${task.id} is below itself`)
    way.add(parent)
  }
}

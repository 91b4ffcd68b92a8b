import { join } from 'node:path'
import { isAsked, median } from './compare.ts'
import type { Options } from './compare.ts'
import { askWell, get, openClient } from './files-client.ts'
import type { Client } from './files-client.ts'
import { finding, printPart, rowOf } from './files-measure.ts'
import type { Part, Timing } from './files-measure.ts'
import { fillPlan, getText, send, tasksOf } from './gantt-plan.ts'
import { printGoals } from './report.ts'
import type { Finding } from './report.ts'
import type { Server } from './server.ts'
import { startTriptych } from './tables-server.ts'

const fullTasks = 10_000
const fullChanges = 100_000

/** A plan as it was, beside the same list of the plan as it is: the cost of going back behind what changed since. */
export async function benchAsItWas(
  folder: string,
  options: Options,
): Promise<{ samples: Part[]; findings: Finding[] }> {
  if (!isAsked(options, 'at')) return { samples: [], findings: [] }
  const server = await startTriptych(options, join(folder, 'history-at'))
  try {
    const [count, changes] = [fullTasks, fullChanges].map((full) => Math.ceil(full * options.scale))
    await fillPlan(server, 'plan', tasksOf({ count: count!, family: 100 }))
    const first = await headOf(server)
    const before = await getText(server, '/w/plan/tasks')
    await changeTasks(server, count!, changes!)
    if ((await getText(server, `/w/plan/tasks?at=${first}`)).length !== before.length) {
      throw new Error('The plan is not what it was.')
    }
    const part = await measured(server, options, first, changes!)
    printPart(part)
    printGoals(part.findings)
    return { samples: [part], findings: part.findings }
  } finally {
    await server.stop()
  }
}

async function headOf(server: Server): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/w/plan/changes?limit=1`)
  return Number(answer.headers.get('x-revision'))
}

/** Other texts, dates and progress, and every tenth a move; in each round through the tasks another of these for each. */
async function changeTasks(server: Server, tasks: number, changes: number): Promise<void> {
  for (let at = 0; at < changes; at += 1000) {
    const items = Array.from({ length: Math.min(1000, changes - at) }, (_, n) => {
      const url = `tasks/${1 + (((at + n) * 7919) % tasks)}`
      const kind = (at + n + Math.floor((at + n) / tasks)) % 10
      if (kind === 0) return { url, method: 'PUT', data: { operation: 'move', mode: 'up' } }
      if (kind < 4) return { url, method: 'PUT', data: { text: `Changed ${at + n} times` } }
      if (kind < 7) return { url, method: 'PUT', data: { progress: (at + n) % 100 } }
      const start = `2026-06-${String(1 + ((at + n) % 28)).padStart(2, '0')}T09:00:00`
      return { url, method: 'PUT', data: { start } }
    })
    await send(server, 'POST', '/w/plan/batch', items)
  }
}

/** The server keeps a few moments; these take the place of others. */
async function forgetPast(client: Client, up: number): Promise<void> {
  for (let n = 0; n < 4; n++) await askWell(client, get(`/w/plan/tasks?at=${up - n}`))
}

async function measured(
  server: Server,
  { repeats }: Options,
  first: number,
  changes: number,
): Promise<Part> {
  const head = await headOf(server)
  const half = Math.floor((first + head) / 2)
  const client = await openClient(server.port)
  const taken = new Map<string, Timing[]>()
  async function take(label: string, at: number | null, times = 1): Promise<void> {
    const cpu = server.cpuSeconds()
    const began = performance.now()
    for (let time = 0; time < times; time++) {
      await askWell(client, get(`/w/plan/tasks${at === null ? '' : `?at=${at}`}`))
    }
    const ms = (performance.now() - began) / times
    const timing = { ms, cpu: ((server.cpuSeconds() - cpu) * 1000) / times }
    taken.set(label, [...(taken.get(label) ?? []), timing])
  }
  for (let n = 0; n < Math.max(3, repeats); n++) {
    await take('as it is', null, 10)
    await forgetPast(client, head)
    await take('as it was before half of the changes, asked for first', half)
    await forgetPast(client, head)
    await take('as it was before all changes, asked for first', first)
    await take('the same once more', first, 5)
    await take('as it was a moment before', first - 100 - n)
    // From none of these can the way be begun: the plan as it is has to be read, too.
    await forgetPast(client, Math.floor(first / 2))
    await take('as it was before all changes, with no later moment at hand', first)
  }
  client.close()
  const [now, ...past] = [...taken]
  const ratio = (timings: Timing[]) =>
    median(timings.map(({ cpu }, n) => cpu / (now![1][n]?.cpu ?? Number.NaN)))
  const title = `GET /tasks?at= with ${changes.toLocaleString('en')} changes`
  return {
    title: `${title}, one connection`,
    rows: [...taken].map(([label, timings]) => rowOf(label, timings)),
    findings: past.map(([label, timings]) =>
      finding(`${title}: CPU, ${label} / as it is`, ratio(timings), { atMost: 3 }),
    ),
  }
}

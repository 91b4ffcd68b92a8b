import { median } from './compare.ts'
import { finding, repeats, rowOf, scaled } from './files-measure.ts'
import type { Bench, Part, Timing } from './files-measure.ts'
import { mixedBatch, newTargets } from './gantt-mixture.ts'
import type { Targets } from './gantt-mixture.ts'
import { branchOf, fillPlan, getText, send, tasksOf } from './gantt-plan.ts'
import type { Server } from './server.ts'

const family = 100

/** Many changes in one request. */
export async function* benchBatches(bench: Bench, server: Server): AsyncGenerator<Part> {
  const count = Math.max(2 * family, scaled(bench, 10_000))
  const size = Math.max(20, scaled(bench, 1000))
  await fillPlan(server, 'batch', tasksOf({ count, family }))
  await send(bench.floor, 'POST', '/batch/fill', { count, family })
  const sides = [
    { from: bench.floor, path: '/batch/batch', targets: newTargets(count, family) },
    { from: server, path: '/w/batch/batch', targets: newTargets(count, family) },
  ] as const
  const taken = new Map<string, Timing[]>()
  for (let n = 0; n <= repeats(bench, 5); n++) {
    for (const { from, path, targets } of sides) {
      const timing = await runBatches(from, path, targets, size)
      // The first is to warm up.
      if (n > 0) taken.set(from.name, [...(taken.get(from.name) ?? []), timing])
    }
  }
  const title = `A batch of ${size.toLocaleString('en')} mixed items`
  yield againstFloor(title, taken, 2)
}

/** The time of one batch, on average over some. */
async function runBatches(
  server: Server,
  path: string,
  targets: Targets,
  size: number,
): Promise<Timing> {
  const times = 5
  let ms = 0
  const cpu = server.cpuSeconds()
  for (let n = 0; n < times; n++) {
    const { items, added } = mixedBatch(targets, size)
    const body = JSON.stringify(items)
    const began = performance.now()
    const answers = (await send(server, 'POST', path, body)) as { id?: number }[]
    ms += performance.now() - began
    const failed = answers.findIndex(({ id }) => id === undefined)
    if (failed >= 0 || answers.length !== size) {
      throw new Error(`${JSON.stringify(items[failed])}: ${JSON.stringify(answers[failed])}`)
    }
    targets.tasks.push(...added.map((index) => answers[index]?.id ?? 0))
  }
  return { ms: ms / times, cpu: ((server.cpuSeconds() - cpu) * 1000) / times }
}

/** A task is copied with everything below it, which no client has loaded. */
export async function* benchCopies(bench: Bench, server: Server): AsyncGenerator<Part> {
  const count = scaled(bench, 10_000)
  await fillPlan(server, 'copy', branchOf({ count, family }))
  await send(bench.floor, 'POST', '/copy/fill', { count, family, branch: true })
  const taken = new Map<string, Timing[]>()
  for (let n = 0; n <= repeats(bench, 5); n++) {
    for (const from of [bench.floor, server]) {
      const timing = from === server ? await copyOurs(from, count) : await copyFloor(from)
      if (n > 0) taken.set(from.name, [...(taken.get(from.name) ?? []), timing])
    }
  }
  yield againstFloor(`A copy of ${count.toLocaleString('en')} tasks`, taken, 2)
}

async function copyFloor(floor: Server): Promise<Timing> {
  const timing = await timedSend(floor, 'POST', '/copy/copies', {})
  await send(floor, 'DELETE', '/copy/copies', {})
  return timing
}

let copies = 0

async function copyOurs(server: Server, count: number): Promise<Timing> {
  const id = `temp://${1_700_000_000_000 + 1_000_000 * copies++}`
  const body = { operation: 'copy', id, target: 1, mode: 'after', lazy: true }
  const timing = await timedSend(server, 'PUT', '/w/copy/tasks/1', body)
  const tasks = JSON.parse(await getText(server, '/w/copy/tasks')) as {
    id: number
    parent: number
  }[]
  if (tasks.length !== 2 * count) throw new Error(`${tasks.length} tasks, not ${2 * count}.`)
  const copy = tasks.find((task) => task.parent === 0 && task.id !== 1)
  await send(server, 'DELETE', `/w/copy/tasks/${copy?.id}`, {})
  return timing
}

async function timedSend(
  server: Server,
  method: 'POST' | 'PUT',
  path: string,
  body: object,
): Promise<Timing> {
  const cpu = server.cpuSeconds()
  const began = performance.now()
  await send(server, method, path, body)
  return { ms: performance.now() - began, cpu: (server.cpuSeconds() - cpu) * 1000 }
}

function againstFloor(title: string, taken: Map<string, Timing[]>, atMost: number): Part {
  const [floor = [], ours = []] = [taken.get('floor'), taken.get('Triptych')]
  const ratio = (of: keyof Timing) =>
    median(ours.map((timing, n) => timing[of] / (floor[n]?.[of] ?? NaN)))
  return {
    title,
    rows: [rowOf('floor: one transaction', floor), rowOf('Triptych', ours)],
    findings: [
      finding(`${title}: CPU, Triptych / floor`, ratio('cpu'), { atMost }),
      finding(`${title}: time, Triptych / floor`, ratio('ms'), { atMost }),
    ],
  }
}

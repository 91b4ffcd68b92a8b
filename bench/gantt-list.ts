import { median } from './compare.ts'
import { askWell, get, openClient } from './files-client.ts'
import type { Client } from './files-client.ts'
import { finding, repeats, rowOf, scaled } from './files-measure.ts'
import type { Bench, Part, Timing } from './files-measure.ts'
import { fillPlan, getText, send, tasksOf } from './gantt-plan.ts'
import { rawRequest } from './load.ts'
import type { Server } from './server.ts'

/** Below a hundred children a task is not sent on demand, so that the answer holds the whole plan. */
const family = 100

/** The whole plan in one answer: unchanged, and right after each change. */
export async function* benchLists(bench: Bench, server: Server): AsyncGenerator<Part> {
  for (const count of [10_000, 100_000].map((full) => scaled(bench, full))) {
    const name = `list-${count}`
    await fillPlan(server, name, tasksOf({ count, family }))
    await send(bench.floor, 'POST', `/${name}/fill`, { count, family })
    await compareAnswers(bench.floor, `/${name}/tasks`, server, `/w/${name}/tasks`)
    yield await benchList(bench, server, name, count)
  }
}

async function compareAnswers(
  one: Server,
  path: string,
  other: Server,
  otherPath: string,
): Promise<void> {
  if ((await getText(one, path)) !== (await getText(other, otherPath))) {
    throw new Error(`${otherPath} is not the JSON that the floor sends.`)
  }
}

async function benchList(bench: Bench, server: Server, name: string, count: number): Promise<Part> {
  const sides = [
    { from: bench.floor, path: `/${name}/tasks` },
    { from: server, path: `/w/${name}/tasks` },
  ] as const
  const taken = new Map<string, Timing[]>()
  for (let n = 0; n < repeats(bench, 3); n++) {
    for (const { from, path } of sides) {
      for (const kind of ['unchanged', 'after a change']) {
        const timing = await readLists(bench, from, path, kind !== 'unchanged')
        const key = `${from.name}, ${kind}`
        taken.set(key, [...(taken.get(key) ?? []), timing])
      }
    }
  }
  const ratio = (kind: string, of: keyof Timing) => {
    const floor = taken.get(`floor, ${kind}`) ?? []
    const ours = taken.get(`Triptych, ${kind}`) ?? []
    return median(ours.map((timing, n) => timing[of] / (floor[n]?.[of] ?? NaN)))
  }
  const title = `GET /tasks, ${count.toLocaleString('en')} tasks`
  return {
    title: `${title}, one connection`,
    rows: [...taken].map(([label, timings]) => rowOf(label, timings)),
    findings: [
      finding(`${title}: CPU, Triptych / floor`, ratio('unchanged', 'cpu'), { atMost: 1.5 }),
      finding(`${title} after a change: CPU, Triptych / floor`, ratio('after a change', 'cpu'), {
        atMost: 1.5,
      }),
      finding(`${title}: time, Triptych / floor`, ratio('unchanged', 'ms')),
    ],
  }
}

/** One list, on average over so many that the clock of the CPU tells. */
async function readLists(
  { options }: Bench,
  server: Server,
  path: string,
  isChanged: boolean,
): Promise<Timing> {
  const client = await openClient(server.port)
  await readList(client, path, isChanged)
  const cpu = server.cpuSeconds()
  const began = performance.now()
  let lists = 0
  while (lists < 3 || performance.now() - began < options.seconds * 1000) {
    await readList(client, path, isChanged)
    lists++
  }
  const ms = (performance.now() - began) / lists
  client.close()
  return { ms, cpu: ((server.cpuSeconds() - cpu) * 1000) / lists }
}

// No text comes twice, so that every edit changes its task.
let edits = 0

async function readList(client: Client, path: string, isChanged: boolean): Promise<void> {
  if (isChanged) {
    const text = JSON.stringify({ text: `Changed ${++edits} times` })
    await askWell(client, rawRequest('PUT', `${path}/${1 + (edits % 100)}`, text))
  }
  await askWell(client, get(path))
}

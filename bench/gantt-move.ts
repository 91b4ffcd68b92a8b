import { compare, medianRatio, medianSample } from './compare.ts'
import type { Ratio, Sample, Scenario } from './compare.ts'
import { finding, scaled } from './files-measure.ts'
import type { Bench, Part } from './files-measure.ts'
import { fillPlan, getText, send, tasksOf } from './gantt-plan.ts'
import { rawRequest } from './load.ts'
import type { Server } from './server.ts'

/** One task goes beside another, among ten thousand siblings and among ten. */
export async function* benchMoves(bench: Bench, server: Server): AsyncGenerator<Part> {
  const count = Math.max(100, scaled(bench, 10_000))
  await fillPlan(server, 'siblings', tasksOf({ count, family: 1 }))
  await fillPlan(server, 'families', tasksOf({ count, family: 11 }))
  await send(bench.floor, 'POST', '/siblings/fill', { count, family: 1 })

  const scenarios = [50, 1].map((connections) => moves(bench.floor, server, count, connections))
  const all = [...scenarios, ...others(server, count)]
  const samples = await compare(all, bench.options)
  await verify(server, count)

  const rows = all.flatMap(({ name, title }) =>
    Object.entries(samples[name] ?? {}).map(([label, taken]) => ({
      label: `${label}, ${title}`,
      ms: taken.map(({ p50 }) => p50),
      cpu: medianSample(taken).cpu / 1000,
      note: `${Math.round(medianSample(taken).perSecond)} a second`,
    })),
  )
  const ratio = (of: Ratio['of']) =>
    medianRatio({ under: '', title: '', of }, samples, bench.options.repeats)
  const against = (scenario: string, value: (sample: Sample) => number) =>
    ratio((sample) => value(sample(scenario, 'Triptych')) / value(sample(scenario, 'floor')))
  yield {
    title: `A move among ${count.toLocaleString('en')} siblings`,
    rows,
    findings: [
      finding(
        'move / change of a text, one row either way: CPU',
        ratio((sample) => sample('50', 'Triptych').cpu / sample('text', 'Triptych').cpu),
        { atMost: 1.5 },
      ),
      finding(
        'move among all / among ten: CPU',
        ratio((sample) => sample('50', 'Triptych').cpu / sample('few', 'Triptych').cpu),
        { atMost: 1.5 },
      ),
      finding(
        'move: CPU, Triptych / floor',
        against('50', ({ cpu }) => cpu),
      ),
      finding(
        'move: time, Triptych / floor',
        against('50', ({ perSecond }) => 1 / perSecond),
      ),
      finding(
        'move, one connection: CPU, Triptych / floor',
        against('1', ({ cpu }) => cpu),
      ),
      finding(
        'move, one connection: time, Triptych / floor',
        against('1', ({ p50 }) => p50),
      ),
    ],
  }
}

function moves(floor: Server, server: Server, count: number, connections: number): Scenario {
  return {
    name: String(connections),
    title: `${connections} connection${connections > 1 ? 's' : ''}`,
    connections,
    servers: [floor, server],
    plan: ({ name }) => ({
      step: (connection) => {
        const id = ownTask(connection, connections, count)
        return [name === 'floor' ? floorMove(id) : move('siblings', id, other(id, count))]
      },
    }),
  }
}

function others(server: Server, count: number): Scenario[] {
  const families = Math.floor(count / 11)
  return [
    {
      name: 'few',
      title: 'among ten siblings, 50 connections',
      connections: 50,
      servers: [server],
      plan: () => ({
        step: (connection) => {
          const first = 11 * (connection % families) + 2
          const at = Math.floor(Math.random() * 10)
          return [
            move('families', first + at, first + ((at + 1 + Math.floor(Math.random() * 9)) % 10)),
          ]
        },
      }),
    },
    {
      name: 'text',
      title: 'change of a text, 50 connections',
      connections: 50,
      servers: [server],
      plan: () => ({
        step: (connection, n) => {
          const text = JSON.stringify({ text: `Changed ${n} times, ${Math.random()}` })
          const path = `/w/siblings/tasks/${ownTask(connection, 50, count)}`
          return [rawRequest('PUT', path, text)]
        },
      }),
    },
  ]
}

/** Of `sharers` connections no two ever choose the same task. */
function ownTask(share: number, sharers: number, count: number): number {
  return 1 + share + sharers * Math.floor((Math.random() * (count - share)) / sharers)
}

function other(id: number, count: number): number {
  const target = 1 + Math.floor(Math.random() * (count - 1))
  return target < id ? target : target + 1
}

function move(workspace: string, id: number, target: number): string {
  const body = JSON.stringify({ operation: 'move', mode: 'after', target })
  return rawRequest('PUT', `/w/${workspace}/tasks/${id}`, body)
}

let places = 0

/** To a place at random, which nobody has. */
function floorMove(id: number): string {
  const place = `a${Math.random().toString(36).slice(2, 7)}${(++places).toString(36)}`
  return rawRequest('PUT', `/siblings/tasks/${id}`, JSON.stringify({ place }))
}

/** Every task is still there, once. */
async function verify(server: Server, count: number): Promise<void> {
  const tasks = JSON.parse(await getText(server, '/w/siblings/tasks')) as { id: number }[]
  if (tasks.length !== count || new Set(tasks.map(({ id }) => id)).size !== count) {
    throw new Error(`After the moves there are ${tasks.length} tasks, not ${count}.`)
  }
}

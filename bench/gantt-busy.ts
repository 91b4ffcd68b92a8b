import { median } from './compare.ts'
import { askWell, get, openClient } from './files-client.ts'
import { finding, percentile, repeats, scaled } from './files-measure.ts'
import type { Bench, Part, Row } from './files-measure.ts'
import { fillPlan, send, tasksOf } from './gantt-plan.ts'
import { startReaders } from './gantt-readers.ts'
import { rawRequest } from './load.ts'
import type { Server } from './server.ts'

const readers = 3
const family = 100

/** How long others wait for something small while long lists are sent. */
export async function* benchBusy(bench: Bench, server: Server): AsyncGenerator<Part> {
  const count = scaled(bench, 100_000)
  const shape = { count, family }
  await fillPlan(server, 'long', tasksOf(shape))
  await send(bench.floor, 'POST', '/long/fill', shape)
  await fillPlan(server, 'small', tasksOf({ count: 20, family: 1 }))
  for (let n = 1; n < 20; n++) {
    await send(server, 'POST', '/w/small/links', { source: n, target: n + 1, type: 's2s' })
  }
  const requests = { 'GET of 19 links': () => get('/w/small/links'), 'PUT of one task': putTask }
  for (const [title, request] of Object.entries(requests)) {
    yield await besideReaders(bench, server, title, request)
  }
}

let edits = 0

function putTask(): string {
  const text = `Changed ${++edits} times`
  return rawRequest('PUT', `/w/small/tasks/${1 + (edits % 20)}`, JSON.stringify({ text }))
}

async function besideReaders(
  bench: Bench,
  server: Server,
  title: string,
  request: () => string,
): Promise<Part> {
  const rows: Row[] = []
  const p99s: Record<'idle' | 'busy' | 'elsewhere', number[]> = {
    idle: [],
    busy: [],
    elsewhere: [],
  }
  const take = (kind: keyof typeof p99s, label: string, ms: number[], lists = '') => {
    const p99 = percentile(ms, 0.99)
    p99s[kind].push(p99)
    rows.push({ label, ms, note: `p99 ${p99.toFixed(2)} ms, ${ms.length} requests${lists}` })
  }
  for (let n = 0; n < repeats(bench, 3); n++) {
    take('idle', 'alone', await probe(bench, server, request))
    for (const [kind, from, path] of [
      ['busy', server, '/w/long/tasks'],
      ['elsewhere', bench.floor, '/long/tasks'],
    ] as const) {
      const reading = await startReaders(from, path, readers)
      const ms = await probe(bench, server, request)
      const lists = await reading.stop()
      const label = kind === 'busy' ? 'beside lists' : 'beside lists of another process'
      take(kind, label, ms, `, ${lists} lists`)
    }
  }
  const [idle, busy, elsewhere] = [p99s.idle, p99s.busy, p99s.elsewhere].map(median) as [
    number,
    number,
    number,
  ]
  return {
    title: `${title} beside ${readers} readers of a long list, one connection`,
    rows,
    findings: [
      finding(`p99 of a ${title}, busy / idle`, busy / idle, { atMost: 5 }),
      finding(`p99 of a ${title}, another process busy / idle`, elsewhere / idle),
    ],
  }
}

async function probe({ options }: Bench, server: Server, request: () => string): Promise<number[]> {
  const client = await openClient(server.port)
  const taken: number[] = []
  const warm = performance.now() + options.seconds * 500
  while (performance.now() < warm) await askWell(client, request())
  const end = performance.now() + options.seconds * 3000
  while (performance.now() < end) taken.push((await askWell(client, request())).ms)
  client.close()
  return taken
}

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAsked, median } from './compare.ts'
import { askOnce, askWell, get, openClient } from './files-client.ts'
import { finding, pairedRatio, rowOf, timed } from './files-measure.ts'
import type { Bench, Part, Timing } from './files-measure.ts'
import { watchMemory } from './files-server.ts'
import { residentMb } from './server.ts'
import type { Server } from './server.ts'
import type { LongTable } from './long-table.ts'

const addresses = {
  json: '/films/export?format=json',
  list: '/films',
  ndjson: '/films/export?format=ndjson',
  csv: '/films/export?format=csv',
}
type Form = keyof typeof addresses

interface Download extends Timing {
  firstMs: number
}

/** All rows, and what that takes of time and memory. */
export async function* benchExport(bench: Bench, table: LongTable): AsyncGenerator<Part> {
  const { floor, options } = bench
  const { server } = table
  const forms = (Object.keys(addresses) as Form[]).filter((form) =>
    isAsked(options, `export ${form}`),
  )
  for (const from of [floor, server]) await wakeUp(from)
  const idle = { floor: residentMb(floor), ours: residentMb(server) }
  const memory = { floor: watchMemory(floor), ours: watchMemory(server) }
  const [form = 'json'] = forms
  const veryFirst = await download(server, addresses[form])
  const firstMs = new Map<Form, number>()
  for (const each of forms) yield await exportAs(bench, server, each, firstMs)
  const most = { floor: memory.floor.stop(), ours: memory.ours.stop() }
  yield {
    title: 'Exports: memory and the first byte',
    rows: [{ label: 'first byte of the first export ever', ms: [veryFirst.firstMs] }],
    findings: [
      finding('exports, memory above idle, Triptych, MB', most.ours - idle.ours, { atMost: 64 }),
      finding('exports, memory above idle, floor, MB', most.floor - idle.floor),
      finding('exports, first byte, ms, the slowest form', Math.max(...firstMs.values()), {
        atMost: 50,
      }),
    ],
  }
}

/** A server that has never answered anything is not idle, it has not woken up yet. */
async function wakeUp(server: Server): Promise<void> {
  const client = await openClient(server.port)
  const path = server.name === 'floor' ? '/filter/equal%20text' : '/films?start=0&end=50'
  for (let n = 0; n < 200; n++) await askWell(client, get(path))
  client.close()
  await sleep(1000)
}

async function exportAs(
  bench: Bench,
  server: Server,
  form: Form,
  firstMs: Map<Form, number>,
): Promise<Part> {
  const { floor } = bench
  const bare = `/export/${form}`
  // Warms up both, too.
  if ((await digestOf(floor, bare)) !== (await digestOf(server, addresses[form]))) {
    throw new Error(`${addresses[form]} is not what the floor sends.`)
  }
  const [theirs, ours]: [Download[], Download[]] = [[], []]
  for (let n = 0; n < bench.options.repeats; n++) {
    theirs.push(await download(floor, bare))
    ours.push(await download(server, addresses[form]))
  }
  const first = ours.map((one) => one.firstMs)
  firstMs.set(form, median(first))
  const name = form === 'list' ? 'GET /films' : `export of ${form}`
  return {
    title: `All rows: ${addresses[form]}`,
    rows: [
      rowOf('floor: bare SQL in chunks of 1,000 rows', theirs),
      rowOf('Triptych', ours),
      { label: 'Triptych, to the first byte', ms: first },
    ],
    findings: [
      finding(`${name}: CPU, Triptych / floor`, pairedRatio(ours, theirs, 'cpu'), { atMost: 1.3 }),
      finding(`${name}: time, Triptych / floor`, pairedRatio(ours, theirs)),
    ],
  }
}

async function download(server: Server, path: string): Promise<Download> {
  let firstMs = NaN
  const timing = await timed(server, async () => {
    const answer = await askOnce(server.port, get(path))
    firstMs = answer.firstMs
    return answer.ms
  })
  return { ...timing, firstMs }
}

async function digestOf(server: Server, path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
  const hash = createHash('sha256')
  for await (const piece of answer.body ?? []) hash.update(piece)
  return `${answer.status} ${hash.digest('hex')}`
}

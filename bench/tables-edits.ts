import { median } from './compare.ts'
import { askWell, openClient } from './files-client.ts'
import { finding, percentile } from './files-measure.ts'
import type { Bench, Part, Row } from './files-measure.ts'
import { startReaders } from './gantt-readers.ts'
import { rawRequest } from './load.ts'
import type { LongTable } from './long-table.ts'

// No value comes twice, so that every edit changes its cell.
let edits = 0

export function editCell(id: number): string {
  const body = JSON.stringify({ key: 'rating', value: ++edits + 0.5 })
  return rawRequest('PATCH', `/films/${id}`, body)
}

const whole = '/films/export?format=json'

/** How long an edit takes while the table is exported again and again. */
export async function* benchEdits(bench: Bench, table: LongTable): AsyncGenerator<Part> {
  const { server } = table
  const beside = [
    { label: 'beside one export at a time', from: server, path: whole, count: 1 },
    { label: 'beside three exports at a time', from: server, path: whole, count: 3 },
    { label: 'beside one of another process', from: bench.floor, path: '/export/json', count: 1 },
  ]
  const rows: Row[] = []
  const p99s = new Map<string, number[]>()
  const take = (label: string, ms: number[], exports = '') => {
    const p99 = percentile(ms, 0.99)
    p99s.set(label, [...(p99s.get(label) ?? []), p99])
    rows.push({ label, ms, note: `p99 ${p99.toFixed(2)} ms, ${ms.length} edits${exports}` })
  }
  for (let n = 0; n < Math.min(3, bench.options.repeats); n++) {
    take('alone', await probe(bench, table))
    for (const { label, from, path, count } of beside) {
      const reading = await startReaders(from, path, count)
      const ms = await probe(bench, table)
      take(label, ms, `, ${await reading.stop()} exports`)
    }
  }
  const [alone, one, three, elsewhere] = [...p99s.values()].map(median)
  const ratio = (busy = NaN) => busy / (alone ?? NaN)
  yield {
    title: 'PATCH of one cell beside exports, one connection',
    rows,
    findings: [
      finding('p99 of an edit, one export at a time / alone', ratio(one), { atMost: 3 }),
      finding('p99 of an edit, three exports at a time / alone', ratio(three)),
      finding('p99 of an edit, another process exports / alone', ratio(elsewhere)),
    ],
  }
}

async function probe({ options }: Bench, { server, rows }: LongTable): Promise<number[]> {
  const client = await openClient(server.port)
  const edit = () => askWell(client, editCell(1 + Math.floor(Math.random() * rows)))
  const taken: number[] = []
  const warm = performance.now() + options.seconds * 500
  while (performance.now() < warm) await edit()
  const end = performance.now() + options.seconds * 3000
  while (performance.now() < end) taken.push((await edit()).ms)
  client.close()
  return taken
}

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './compare.ts'
import { askWell, get, openClient } from './files-client.ts'
import { floorWork } from './files-floor.ts'
import { finding, repeats, rowOf, scaled, timed } from './files-measure.ts'
import type { Bench, Part, Row, Timing } from './files-measure.ts'
import { getJson, indexed, startTriptych, watchMemory } from './files-server.ts'
import { residentMb } from './server.ts'
import { makeNames, rareWord } from './files-trees.ts'

/** What is looked for, and what it stands for. Only the first has a goal. */
const texts = [
  [rareWord, 'in one of 20,000 names'],
  [`${rareWord}s`, 'in no name'],
  ['lisbon-2003', 'in one of 500 names'],
  ['report', 'in one of 13 names: the first 1,000'],
  ['zu', 'two letters, in one of 17 names'],
] as const

/** How long a million names take to get into the index, and to be found there. */
export async function* benchSearch(bench: Bench): AsyncGenerator<Part> {
  const count = scaled(bench, 1_000_000)
  const root = makeNames(bench.cache, count)
  const data = join(bench.folder, 'names')
  const server = await startTriptych(bench, root, data)
  try {
    const idle = residentMb(server)
    const memory = watchMemory(server)
    const indexing = await timed(server, () => indexed(server, count))
    const most = memory.stop()
    const indexRow = rowOf('Triptych', [indexing], `${Math.round((count / indexing.ms) * 1000)}/s`)
    const after = residentMb(server)
    yield {
      title: `Index of ${count.toLocaleString('en')} files, from nothing`,
      rows: [indexRow],
      findings: [
        finding('memory before, MB', idle),
        finding('memory at most while indexing, MB', most),
        finding('memory after, MB', after),
      ],
    }
    await floorWork(bench.floor, 'fill', root)

    const rows: Row[] = []
    const ratios: [string, number][] = []
    for (const [text, meaning] of texts) {
      const { floor, ours, hits } = await searchBoth(bench, server, text)
      rows.push(rowOf(`floor: LIKE '%${text}%'`, floor, `${hits.floor} hits, ${meaning}`))
      rows.push(rowOf(`Triptych over HTTP: ${text}`, ours, `${hits.ours} hits`))
      ratios.push([text, median(floor.map(({ ms }) => ms)) / median(ours.map(({ ms }) => ms))])
    }
    const findings = ratios.map(([text, ratio], index) =>
      finding(
        `search for ${text}, times faster than LIKE`,
        ratio,
        index === 0 ? { atLeast: 20 } : undefined,
      ),
    )
    const title = `Search in ${count.toLocaleString('en')} names`
    yield { title, rows, findings }
  } finally {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function searchBoth(
  bench: Bench,
  server: Bench['floor'],
  text: string,
): Promise<{ floor: Timing[]; ours: Timing[]; hits: { floor: number; ours: number } }> {
  const path = `/files?text=${encodeURIComponent(text)}`
  const found = (await getJson(server, path)) as unknown[]
  const scanned = await floorWork(bench.floor, 'scan', text)
  if (found.length !== Math.min(1000, scanned.count)) {
    throw new Error(`${text}: found ${found.length}, but there are ${scanned.count}`)
  }
  const client = await openClient(server.port)
  const [floor, ours]: [Timing[], Timing[]] = [[], []]
  for (let n = 0; n < repeats(bench, 9); n++) {
    floor.push(
      await timed(bench.floor, async () => (await floorWork(bench.floor, 'scan', text)).ms),
    )
    // Five of ours for one scan, which takes so much longer.
    for (let k = 0; k < 5; k++) {
      ours.push(await timed(server, async () => (await askWell(client, get(path))).ms))
    }
  }
  client.close()
  return { floor, ours, hits: { floor: scanned.count, ours: found.length } }
}

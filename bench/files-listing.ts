import { median } from './compare.ts'
import { askOnce, askWell, get, openClient } from './files-client.ts'
import { floorWork } from './files-floor.ts'
import { finding, pairedRatio, percentile, repeats, rowOf, timed } from './files-measure.ts'
import type { Bench, Part, Row, Timing } from './files-measure.ts'
import { idPath } from './files-server.ts'
import type { Server } from './server.ts'

const path = idPath('/files', '/flat')

/** Of a server that has just started: the index knows nothing yet. */
export async function coldListing(server: Server): Promise<Row> {
  const timing = await timed(server, async () => (await askOnce(server.port, get(path))).ms)
  return rowOf('Triptych, first time: nothing in the index yet', [timing])
}

export async function benchListing(
  bench: Bench,
  server: Server,
  { root, count, cold }: { root: string; count: number; cold: Row },
): Promise<Part> {
  const [ours, firstBytes, floor]: [Timing[], Timing[], Timing[]] = [[], [], []]
  let etag = ''
  for (let n = 0; n < repeats(bench, 7); n++) {
    floor.push(await timed(bench.floor, async () => (await list(bench, root)).ms))
    const timing = await timed(server, async () => {
      const { ms, firstMs, start } = await askOnce(server.port, get(path))
      etag = /\r\netag: *(\S+)/i.exec(start)?.[1] ?? ''
      firstBytes.push({ ms: firstMs, cpu: NaN })
      return ms
    })
    ours.push(timing)
  }
  const client = await openClient(server.port)
  const known = get(path, `If-None-Match: ${etag}\r\n`)
  const unchanged = await timedMany(server, 300, async () => {
    return (await askWell(client, known, { status: 304 })).ms
  })
  const page = get(`${path}?start=${Math.floor(count * 0.6)}&end=${Math.floor(count * 0.6) + 200}`)
  const pages = await timedMany(server, 50, async () => (await askWell(client, page)).ms)
  client.close()

  const ratio = pairedRatio(ours, floor)
  return {
    title: `Listing of ${count.toLocaleString('en')} files`,
    rows: [
      rowOf('floor in process: readdir, lstat, stringify', floor),
      cold,
      rowOf('Triptych over HTTP', ours),
      { label: 'Triptych, to the first byte', ms: firstBytes.map(({ ms }) => ms) },
      { ...unchanged, label: 'Triptych, 304' },
      { ...pages, label: 'Triptych, 200 from the middle' },
    ],
    findings: [
      finding('listing, Triptych / floor', ratio, { atMost: 0.3 }),
      finding('listing answered 304, ms', median(unchanged.ms), { atMost: 5 }),
      finding('listing answered 304, ms, p99', percentile(unchanged.ms, 0.99)),
    ],
  }
}

/** Too short for the clock of the CPU to tell one by one. */
async function timedMany(
  server: Server,
  times: number,
  work: () => Promise<number>,
): Promise<Omit<Row, 'label'>> {
  const ms: number[] = []
  // The first ones warm up.
  for (let n = 0; n < times / 5; n++) await work()
  const { cpu } = await timed(server, async () => {
    for (let n = 0; n < times; n++) ms.push(await work())
  })
  return { ms, cpu: cpu / times }
}

async function list(bench: Bench, root: string): Promise<{ ms: number }> {
  return floorWork(bench.floor, 'list', `${root}/flat`)
}

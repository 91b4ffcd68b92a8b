import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './compare.ts'
import { floorFolder, sizeText } from './files-bytes.ts'
import { askWell, get, openClient } from './files-client.ts'
import { finding, percentile, repeats, scaled, timed } from './files-measure.ts'
import type { Bench, Part, Row } from './files-measure.ts'
import { startSender } from './files-sender.ts'
import { idPath, startTriptych, watchMemory } from './files-server.ts'
import { residentMb } from './server.ts'
import { makeFlat } from './files-trees.ts'
import type { Server } from './server.ts'

/** Longer than anybody waits for: the sender is stopped in the middle. */
const endless = 100 * 1024 ** 3

/** How long others wait for a small listing while large uploads run. */
export async function* benchLatency(bench: Bench): AsyncGenerator<Part> {
  const root = join(bench.folder, 'latency')
  mkdirSync(join(root, 'into'), { recursive: true })
  makeFlat(join(root, 'few'), 50)
  const server = await startTriptych(bench, root, join(bench.folder, 'latency-data'))
  const sides = [
    { from: bench.floor, path: '/tiny' },
    { from: server, path: idPath('/files', '/few') },
  ]
  const rows: Row[] = []
  const p99s = { floor: { idle: NaN, busy: NaN }, Triptych: { idle: NaN, busy: NaN } }
  try {
    for (const { from, path } of sides) {
      const [idle, busy]: number[][] = [[], []]
      for (let n = 0; n < repeats(bench, 3); n++) {
        const alone = await probe(bench, from, path)
        const beside = await probeBesideUploads(bench, from, path)
        idle?.push(percentile(alone, 0.99))
        busy?.push(percentile(beside, 0.99))
        rows.push(
          { label: `${from.name}, alone`, ms: alone, note: p99Text(alone) },
          { label: `${from.name}, beside 4 uploads`, ms: beside, note: p99Text(beside) },
        )
      }
      const name = from.name as keyof typeof p99s
      p99s[name] = { idle: median(idle ?? []), busy: median(busy ?? []) }
    }
  } finally {
    await server.stop()
    rmSync(root, { recursive: true })
  }
  const { floor, Triptych: ours } = p99s
  const title = 'Listing of 50 files, one connection, beside 4 large uploads'
  const findings = [
    finding('p99 beside uploads, Triptych, busy / idle', ours.busy / ours.idle, { atMost: 5 }),
    finding('p99 beside uploads, floor, busy / idle', floor.busy / floor.idle),
    finding('p99 beside uploads, Triptych / floor', ours.busy / floor.busy),
  ]
  yield { title, rows, findings }
}

function p99Text(values: number[]): string {
  return `p99 ${percentile(values, 0.99).toFixed(2)} ms, ${values.length} requests`
}

async function probe({ options }: Bench, server: Server, path: string): Promise<number[]> {
  const client = await openClient(server.port)
  const taken: number[] = []
  for (let n = 0; n < 200; n++) await askWell(client, get(path))
  const end = performance.now() + options.seconds * 3000
  while (performance.now() < end) taken.push((await askWell(client, get(path))).ms)
  client.close()
  return taken
}

async function probeBesideUploads(bench: Bench, server: Server, path: string): Promise<number[]> {
  const sender = await startSender(server, 4, endless)
  await sleep(300)
  try {
    return await probe(bench, server, path)
  } finally {
    await sender.stop()
    await sleep(300)
    removeUploads(floorFolder(bench))
  }
}

/** How much memory fifty uploads at once take. */
export async function* benchMemory(bench: Bench): AsyncGenerator<Part> {
  const root = join(bench.folder, 'memory')
  mkdirSync(join(root, 'into'), { recursive: true })
  const server = await startTriptych(bench, root, join(bench.folder, 'memory-data'))
  const bytes = scaled(bench, 100_000_000)
  try {
    const floor = await uploadAtOnce(bench.floor, bytes, floorFolder(bench))
    const ours = await uploadAtOnce(server, bytes, join(root, 'into'))
    yield {
      title: `50 uploads of ${sizeText(bytes)} at once`,
      rows: [
        { ...floor.row, label: 'floor: bodies piped to files, fsync' },
        { ...ours.row, label: 'Triptych: forms' },
      ],
      findings: [
        finding('memory above idle, Triptych, MB', ours.most - ours.idle, { atMost: 200 }),
        finding('memory above idle, floor, MB', floor.most - floor.idle),
        finding(
          '50 uploads, time, Triptych / floor',
          (ours.row.ms[0] ?? NaN) / (floor.row.ms[0] ?? NaN),
        ),
      ],
    }
  } finally {
    await server.stop()
    rmSync(root, { recursive: true })
  }
}

async function uploadAtOnce(
  server: Server,
  bytes: number,
  folder: string,
): Promise<{ row: Omit<Row, 'label'>; idle: number; most: number }> {
  // A server that has never answered anything is not idle, it has not woken up yet.
  await (
    await startSender(server, 2, 1_000_000)
  ).done
  removeUploads(folder)
  await sleep(1000)
  const idle = residentMb(server)
  const memory = watchMemory(server)
  const { ms, cpu } = await timed(server, async () => {
    await (
      await startSender(server, 50, bytes)
    ).done
  })
  const most = memory.stop()
  const sizes = uploadsIn(folder).map((name) => statSync(join(folder, name)).size)
  if (sizes.length !== 50 || !sizes.every((size) => size === bytes)) {
    throw new Error(`${server.name}: not all 50 uploads are there`)
  }
  removeUploads(folder)
  const note = `${Math.round((50 * bytes) / 1e3 / ms)} MB/s, memory ${idle.toFixed(0)} to ${most.toFixed(0)} MB`
  return { row: { ms: [ms], cpu, note }, idle, most }
}

function uploadsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('upload-'))
}

function removeUploads(folder: string): void {
  for (const name of uploadsIn(folder)) rmSync(join(folder, name))
}

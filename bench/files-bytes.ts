import { closeSync, mkdirSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askOnce, filling, get, rawUpload, uploadForm } from './files-client.ts'
import type { Body } from './files-client.ts'
import {
  finding,
  meanCpu,
  medianMs,
  pairedRatio,
  repeats,
  rowOf,
  scaled,
  timed,
} from './files-measure.ts'
import type { Bench, Part, Timing } from './files-measure.ts'
import { sendJson, startTriptych } from './files-server.ts'
import type { Server } from './server.ts'

/** The folder the floor keeps its files in. */
export function floorFolder({ folder }: Pick<Bench, 'folder'>): string {
  return join(folder, 'floor')
}

/** One large file up and down. */
export async function* benchBytes(bench: Bench): AsyncGenerator<Part> {
  const root = join(bench.folder, 'bytes')
  mkdirSync(root)
  const server = await startTriptych(bench, root, join(bench.folder, 'bytes-data'))
  const bytes = scaled(bench, 1024 ** 3)
  try {
    yield await benchUpload(bench, server, root, bytes)
    yield await benchDownload(bench, server, bytes)
  } finally {
    await server.stop()
    rmSync(root, { recursive: true })
    rmSync(join(floorFolder(bench), 'large.bin'), { force: true })
  }
}

/** Leaves the last file on either side for the download. */
async function benchUpload(
  bench: Bench,
  server: Server,
  root: string,
  bytes: number,
): Promise<Part> {
  const sides = [
    {
      server: bench.floor,
      ...rawUpload('/raw/large.bin', bytes),
      path: join(floorFolder(bench), 'large.bin'),
      remove: async () => rmSync(join(floorFolder(bench), 'large.bin')),
    },
    {
      server,
      ...uploadForm('/upload?id=%2F', 'large.bin', bytes),
      path: join(root, 'large.bin'),
      remove: () => sendJson(server, 'DELETE', { ids: ['/large.bin'] }),
    },
  ]
  const timings: Timing[][] = [[], []]
  const times = repeats(bench, 5)
  for (let n = 0; n < times; n++) {
    // Now one first, now the other: the second one finds a disk that has just had work.
    for (const index of n % 2 === 0 ? [0, 1] : [1, 0]) {
      const { remove, path, ...side } = sides[index] as (typeof sides)[0]
      if (n > 0) await remove()
      await sleep(500)
      timings[index]?.push(await uploadOnce(side))
      checkUpload(path, bytes)
    }
  }
  const [floorTimings = [], ourTimings = []] = timings
  return {
    title: `Upload of ${sizeText(bytes)}, on the disk for good`,
    rows: [
      rowOf('floor: body piped to a file, fsync', floorTimings, rate(bytes, floorTimings)),
      rowOf('Triptych: form', ourTimings, rate(bytes, ourTimings)),
    ],
    findings: [
      finding('upload, Triptych / floor', pairedRatio(ourTimings, floorTimings), { atMost: 1.5 }),
      finding('upload, CPU, Triptych / floor', meanCpu(ourTimings) / meanCpu(floorTimings)),
    ],
  }
}

function uploadOnce(side: { server: Server; request: string; body: Body }): Promise<Timing> {
  const { server, request, body } = side
  return timed(server, async () => (await askOnce(server.port, request, { body })).ms)
}

/** As long as what was sent, and the same at both ends. */
function checkUpload(path: string, bytes: number): void {
  const { size } = statSync(path)
  const tail = bytes % filling.length || Math.min(bytes, filling.length)
  const file = openSync(path, 'r')
  const [head, last] = [Buffer.alloc(Math.min(bytes, 1024)), Buffer.alloc(tail)]
  readSync(file, head, 0, head.length, 0)
  readSync(file, last, 0, tail, bytes - tail)
  closeSync(file)
  const isSame =
    filling.subarray(0, head.length).equals(head) && last.equals(filling.subarray(0, tail))
  if (size !== bytes || !isSame) throw new Error(`${path} is not what was sent`)
}

async function benchDownload(bench: Bench, server: Server, bytes: number): Promise<Part> {
  await sendJson(server, 'PUT', { operation: 'copy', ids: ['/large.bin'], target: '/' })
  const asked = [
    { server: bench.floor, path: '/raw/large.bin' },
    { server, path: '/direct?id=%2Flarge.bin' },
    // Twice the file: halved below.
    { server, path: '/direct?id=%2F' },
  ]
  const timings: [Timing[], Timing[], Timing[]] = [[], [], []]
  for (let n = 0; n < repeats(bench, 7); n++) {
    for (const [index, { server: from, path }] of asked.entries()) {
      const least = index === 2 ? 2 * bytes : bytes
      const timing = await timed(from, async () => {
        const answer = await askOnce(from.port, get(path))
        if (answer.bytes < least) throw new Error(`${path}: ${answer.bytes} bytes came`)
        return answer.ms
      })
      const parts = index === 2 ? 2 : 1
      timings[index]?.push({ ms: timing.ms / parts, cpu: timing.cpu / parts })
    }
  }
  const [floorTimings, ourTimings, zipTimings] = timings
  return {
    title: `Download of ${sizeText(bytes)}`,
    rows: [
      rowOf('floor: stream with reads of 1 MiB', floorTimings, rate(bytes, floorTimings)),
      rowOf('Triptych', ourTimings, rate(bytes, ourTimings)),
      rowOf('Triptych, as a zip', zipTimings, rate(bytes, zipTimings)),
    ],
    findings: [
      finding('download, speed, Triptych / floor', pairedRatio(floorTimings, ourTimings), {
        atLeast: 0.8,
      }),
      finding('download, speed, zip / plain', pairedRatio(ourTimings, zipTimings)),
    ],
  }
}

export function sizeText(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2).toLocaleString('en')} MiB`
}

function rate(bytes: number, timings: Timing[]): string {
  return `${Math.round(bytes / 1e3 / medianMs(timings))} MB/s`
}

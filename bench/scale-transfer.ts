import { join } from 'node:path'
import { askOnce, filling, get, rawUpload, uploadForm } from './files-client.ts'
import type { Body } from './files-client.ts'
import { finding, pairedRatio, repeats, rowOf, scaled, timed } from './files-measure.ts'
import type { Part, Timing } from './files-measure.ts'
import { sendJson } from './files-server.ts'
import { startRelay } from './scale-relay.ts'
import { startOn } from './scale-services.ts'
import type { Bucket, ScaleBench } from './scale-services.ts'
import type { Server } from './server.ts'

const mebi = 1024 * 1024
const partMebi = 8

interface Sides {
  bare: Timing[]
  relay: Timing[]
  ours: Timing[]
}

/** One file through the routes of a server, which sends it on, against the way straight to the store. */
export async function* benchTransfer(bench: ScaleBench, bucket: Bucket): AsyncGenerator<Part> {
  const { folder, options } = bench
  const engines = ['--storage', bucket.storage('transfer')]
  const server = await startOn('Triptych', join(folder, 'transfer-data'), engines, options)
  const relay = await startRelay('relay', bucket.url)
  try {
    const size = scaled(bench, 64)
    const measured = await measure(repeats(bench, 5), size, { bucket, relay, server })
    for (const [what, sides] of Object.entries(measured)) yield partOf(what, size, sides)
  } finally {
    await Promise.all([server.stop(), relay.stop()])
  }
}

interface Stations {
  bucket: Bucket
  relay: Server
  server: Server
}

async function measure(
  times: number,
  size: number,
  { bucket: { bare }, relay, server }: Stations,
): Promise<{ upload: Sides; download: Sides }> {
  const upload: Sides = { bare: [], relay: [], ours: [] }
  const download: Sides = { bare: [], relay: [], ours: [] }
  const parts = partsOf(size)
  // The first round wakes everything up.
  for (let n = -1; n < times; n++) {
    const up = {
      bare: await took(() => bare.upload('transfer-floor', parts.values(), 4)),
      relay: await send(relay, rawUpload('/large.bin', size * mebi)),
      ours: await send(server, uploadForm('/upload?id=%2F', 'large.bin', size * mebi)),
    }
    const down = {
      bare: await took(async () => checkLength(await bare.download('transfer-floor'), size)),
      relay: await receive(relay, '/large.bin', size),
      ours: await receive(server, '/direct?id=%2Flarge.bin', size),
    }
    await sendJson(server, 'DELETE', { ids: ['/large.bin'] })
    if (n < 0) continue
    for (const side of ['bare', 'relay', 'ours'] as const) {
      upload[side].push(up[side])
      download[side].push(down[side])
    }
  }
  return { upload, download }
}

function partOf(what: string, size: number, { bare, relay, ours }: Sides): Part {
  const through = `S3 ${what} through a server`
  return {
    title: `S3: ${what} of ${size} MiB through a server`,
    rows: [
      rowOf('bare client, straight to the store', bare),
      rowOf('raw http that passes it on', relay),
      rowOf('Triptych on S3', ours),
    ],
    findings: [
      finding(`${through}, time / bare client`, pairedRatio(ours, bare), { atMost: 1.3 }),
      finding(`${through}, time / raw http`, pairedRatio(ours, relay)),
      finding(`${through}, CPU / raw http`, pairedRatio(ours, relay, 'cpu')),
    ],
  }
}

function send(server: Server, { request, body }: { request: string; body: Body }): Promise<Timing> {
  return timed(server, async () => (await askOnce(server.port, request, { body })).ms)
}

function receive(server: Server, path: string, size: number): Promise<Timing> {
  return timed(server, async () => {
    const { bytes, ms } = await askOnce(server.port, get(path))
    checkLength(bytes, size)
    return ms
  })
}

function partsOf(size: number): Buffer[] {
  const whole = Buffer.concat(Array.from({ length: partMebi }, () => filling))
  return Array.from({ length: Math.ceil(size / partMebi) }, (_, n) =>
    whole.subarray(0, Math.min(partMebi, size - n * partMebi) * mebi),
  )
}

function checkLength(bytes: number, size: number): void {
  if (bytes < size * mebi) throw new Error(`${bytes} bytes came, not ${size} MiB`)
}

/** Time alone: this process is both the client and the one who sends on. */
async function took(work: () => Promise<void>): Promise<Timing> {
  const began = performance.now()
  await work()
  return { ms: performance.now() - began, cpu: NaN }
}

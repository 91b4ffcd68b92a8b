import { parseS3Address } from '../packages/server/src/engines/s3/address.ts'
import { openS3 } from '../packages/server/src/engines/s3/object-store.ts'
import type { ObjectStore } from '../packages/server/src/ports/object-store.ts'
import { finding, pairedRatio, repeats, rowOf, scaled } from './files-measure.ts'
import type { Part, Timing } from './files-measure.ts'
import type { BareS3 } from './s3-bare.ts'
import { startBucket } from './scale-services.ts'
import type { ScaleBench } from './scale-services.ts'
import { benchTransfer } from './scale-transfer.ts'

const mebi = 1024 * 1024
const partBytes = 8 * mebi
const chunkBytes = 64 * 1024
const parallel = 4

interface Sides {
  bare: BareS3
  store: ObjectStore
}

/** The object store against the least that can be done, on the same server in the same process. */
export async function* benchS3(bench: ScaleBench): AsyncGenerator<Part> {
  const bucket = await startBucket()
  const { url, bare } = bucket
  const address = parseS3Address(`s3://bench?endpoint=${encodeURIComponent(url.origin)}`)
  const secretAccessKey = decodeURIComponent(url.password)
  const keys = { accessKeyId: url.username, secretAccessKey }
  const stores = openS3(address, { get: async () => keys, forget() {} }, { partBytes, parallel })
  try {
    const sides = { bare, store: stores.open('s') }
    // First, as this process does not give back what it once held.
    yield await benchMemory(bench, sides)
    yield* benchLarge(bench, sides)
    yield* benchSmall(bench, sides)
    yield* benchTransfer(bench, bucket)
  } finally {
    await stores.close()
    await bucket.stop()
  }
}

async function* benchLarge(bench: ScaleBench, { bare, store }: Sides): AsyncGenerator<Part> {
  const bytes = Buffer.alloc(scaled(bench, 256 * mebi), 'bytes of a file ')
  const parts = cut(bytes, partBytes)
  const up: Record<'floor' | 'ours', Timing[]> = { floor: [], ours: [] }
  const down: Record<'floor' | 'ours', Timing[]> = { floor: [], ours: [] }
  // The first round wakes everything up.
  for (let n = -1; n < repeats(bench, 5); n++) {
    const floorUp = await took(() => bare.upload('s/floor', parts.values(), parallel))
    const floorDown = await took(async () => void (await bare.download('s/floor')))
    let stored = { key: '', size: 0, checksum: '' }
    const oursUp = await took(async () => {
      stored = await store.put('ours', chunks(bytes))
    })
    const oursDown = await took(async () => {
      for await (const chunk of store.read(stored, 0, stored.size)) void chunk
    })
    await store.remove(['floor', 'ours'])
    if (n < 0) continue
    up.floor.push(floorUp)
    up.ours.push(oursUp)
    down.floor.push(floorDown)
    down.ours.push(oursDown)
  }
  const size = `${Math.round(bytes.length / mebi)} MiB`
  for (const [what, { floor, ours }] of Object.entries({ upload: up, download: down })) {
    yield {
      title: `S3: ${what} of ${size}`,
      rows: [rowOf('bare client', floor), rowOf('object store: hashed, retried', ours)],
      findings: [
        finding(`S3 ${what}, time, ours / bare`, pairedRatio(ours, floor), { atMost: 1.3 }),
        finding(`S3 ${what}, CPU of the client, ours / bare`, pairedRatio(ours, floor, 'cpu')),
      ],
    }
  }
}

async function* benchSmall(bench: ScaleBench, { bare, store }: Sides): AsyncGenerator<Part> {
  const bytes = Buffer.alloc(4096, 'small ')
  const count = scaled(bench, 300)
  const names = Array.from({ length: count }, (_, n) => `n${n}`)
  const up: Record<'floor' | 'ours', Timing[]> = { floor: [], ours: [] }
  const down: Record<'floor' | 'ours', Timing[]> = { floor: [], ours: [] }
  for (let n = -1; n < repeats(bench, 5); n++) {
    const putBare = async (key: string) =>
      void (await bare.send({ method: 'PUT', key: `s/floor-${key}`, body: bytes })).resume()
    const floorUp = await took(() => eachOf(names, putBare))
    const getBare = async (key: string) => void (await bare.download(`s/floor-${key}`))
    const floorDown = await took(() => eachOf(names, getBare))
    const stored = new Map<string, Awaited<ReturnType<ObjectStore['put']>>>()
    const oursUp = await took(() =>
      eachOf(names, async (key) => void stored.set(key, await store.put(key, chunks(bytes)))),
    )
    const oursDown = await took(() =>
      eachOf(names, async (key) => {
        for await (const chunk of store.read(stored.get(key)!, 0, bytes.length)) void chunk
      }),
    )
    await store.remove(names.flatMap((key) => [key, `floor-${key}`]))
    if (n < 0) continue
    up.floor.push(floorUp)
    up.ours.push(oursUp)
    down.floor.push(floorDown)
    down.ours.push(oursDown)
  }
  for (const [what, { floor, ours }] of Object.entries({ uploads: up, downloads: down })) {
    yield {
      title: `S3: ${count} ${what} of 4 KiB, 8 at once`,
      rows: [rowOf('bare client', floor), rowOf('object store: only if free, hashed', ours)],
      findings: [
        finding(`S3 small ${what}, time, ours / bare`, pairedRatio(ours, floor), { atMost: 1.3 }),
      ],
    }
  }
}

/** How much more than before this process holds while a gibibyte runs through it. */
async function benchMemory(bench: ScaleBench, { store }: Sides): Promise<Part> {
  const bytes = scaled(bench, 1024 * mebi)
  // Who has never stored anything has not woken up yet.
  await store.put('warm', chunks(Buffer.alloc(3 * partBytes)))
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10)
  async function* fresh(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes; at += chunkBytes) yield Buffer.alloc(chunkBytes, String(at))
  }
  const timing = await took(async () => {
    await store.put('large', fresh())
  })
  clearInterval(watch)
  await store.remove(['large', 'warm'])
  return {
    title: `S3: memory while ${Math.round(bytes / mebi)} MiB are stored`,
    rows: [rowOf('object store', [timing])],
    findings: [finding('S3 memory above before, MiB', (most - before) / mebi, { atMost: 100 })],
  }
}

async function eachOf(names: string[], work: (name: string) => Promise<void>): Promise<void> {
  const left = names.values()
  const one = async () => {
    for (const name of left) await work(name)
  }
  await Promise.all(Array.from({ length: 8 }, one))
}

async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield* cut(bytes, chunkBytes)
}

function cut(bytes: Buffer, size: number): Buffer[] {
  const count = Math.ceil(bytes.length / size)
  return Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size))
}

/** The client runs in this process, so its own CPU is what counts. */
async function took(work: () => Promise<void>): Promise<Timing> {
  const cpu = process.cpuUsage()
  const began = performance.now()
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return { ms: performance.now() - began, cpu: (user + system) / 1000 }
}

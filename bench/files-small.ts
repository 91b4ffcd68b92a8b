import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { floorFolder } from './files-bytes.ts'
import { askWell, get, openClient, rawUpload, uploadForm } from './files-client.ts'
import type { Body, Client } from './files-client.ts'
import { finding, medianMs, pairedRatio, repeats, rowOf, scaled, timed } from './files-measure.ts'
import type { Bench, Part, Timing } from './files-measure.ts'
import { sendJson, startTriptych } from './files-server.ts'
import type { Server } from './server.ts'

const connections = 16

/** Many small uploads, and the previews of pictures. None of it has a goal. */
export async function* benchSmall(bench: Bench): AsyncGenerator<Part> {
  const root = join(bench.folder, 'small')
  mkdirSync(join(root, 'into'), { recursive: true })
  const pictures = await makePictures(join(root, 'pictures'))
  const server = await startTriptych(bench, root, join(bench.folder, 'small-data'))
  try {
    yield await benchSmallUploads(bench, server, root)
    yield await benchPreviews(server, pictures)
  } finally {
    await server.stop()
    rmSync(root, { recursive: true })
  }
}

async function benchSmallUploads(bench: Bench, server: Server, root: string): Promise<Part> {
  const count = scaled(bench, 1000)
  const [ours, floor]: [Timing[], Timing[]] = [[], []]
  for (let repeat = 0; repeat < repeats(bench, 5); repeat++) {
    floor.push(await uploadMany(bench.floor, count, (n) => rawUpload(`/small/small-${n}`, 1024)))
    for (let n = 0; n < count; n++) rmSync(join(floorFolder(bench), `small-${n}`))
    ours.push(
      await uploadMany(server, count, (n) => uploadForm('/upload?id=%2Finto', `${n}.txt`, 1024)),
    )
    const there = readdirSync(join(root, 'into'))
    if (there.length !== count) throw new Error(`${there.length} files of ${count} are there`)
    await sendJson(server, 'DELETE', { ids: there.map((name) => `/into/${name}`) })
  }
  const perSecond = (timings: Timing[]) => `${Math.round((count / medianMs(timings)) * 1000)}/s`
  return {
    title: `${count.toLocaleString('en')} uploads of 1 KiB, ${connections} connections`,
    rows: [
      rowOf('floor: write, fdatasync, rename, fsync', floor, perSecond(floor)),
      rowOf('Triptych', ours, perSecond(ours)),
    ],
    findings: [finding('small uploads a second, Triptych / floor', pairedRatio(floor, ours))],
  }
}

async function uploadMany(
  server: Server,
  count: number,
  upload: (n: number) => { request: string; body: Body },
): Promise<Timing> {
  const clients = await Promise.all(
    Array.from({ length: connections }, () => openClient(server.port)),
  )
  let next = 0
  async function drive(client: Client): Promise<void> {
    while (next < count) {
      const { request, body } = upload(next++)
      await askWell(client, request, { body })
    }
  }
  const timing = await timed(server, async () => {
    await Promise.all(clients.map(drive))
  })
  for (const client of clients) client.close()
  return timing
}

/** Photos of twelve megapixels, no two the same. */
async function makePictures(folder: string): Promise<string[]> {
  mkdirSync(folder)
  const names = Array.from({ length: 6 }, (_, n) => `photo-${n}.jpg`)
  for (const [n, name] of names.entries()) {
    const noise = { type: 'gaussian', mean: 100 + n * 10, sigma: 30 } as const
    const small = { width: 500, height: 375, channels: 3, background: 'white', noise } as const
    const rough = await sharp({ create: small }).png().toBuffer()
    await sharp(rough).resize(4000, 3000).jpeg().toFile(join(folder, name))
  }
  return names.map((name) => `/pictures/${name}`)
}

async function benchPreviews(server: Server, pictures: string[]): Promise<Part> {
  const client = await openClient(server.port)
  const look = async (id: string): Promise<Timing> => {
    const path = `/preview?width=214&height=163&id=${encodeURIComponent(id)}`
    return timed(server, async () => {
      const { ms, start } = await askWell(client, get(path))
      if (!/content-type: image\/webp/i.test(start)) throw new Error(`${id} has no preview`)
      return ms
    })
  }
  // The first has to wait until the process that makes them has started.
  const [first = '', ...others] = pictures
  const start = [await look(first)]
  const [fresh, kept]: [Timing[], Timing[]] = [[], []]
  for (const id of others) fresh.push(await look(id))
  for (let n = 0; n < 20; n++) for (const id of others) kept.push(await look(id))
  client.close()
  return {
    title: 'Preview of a photo of 12 megapixels',
    rows: [
      rowOf('Triptych, the very first', start),
      rowOf('Triptych, fresh', fresh),
      rowOf('Triptych, kept', kept),
    ],
    findings: [finding('preview, fresh / kept', medianMs(fresh) / medianMs(kept))],
  }
}

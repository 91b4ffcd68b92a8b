import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { askOnce, filling, get, uploadForm } from './files-client.ts'
import { finding, pairedRatio, repeats, rowOf, scaled, timed } from './files-measure.ts'
import type { Part, Timing } from './files-measure.ts'
import { sendJson } from './files-server.ts'
import { startBucket, startOn } from './scale-services.ts'
import type { Bucket, ScaleBench } from './scale-services.ts'
import type { Server } from './server.ts'

const mebi = 1024 * 1024
const partMebi = 8
const parallel = 4
const agent = new Agent({ keepAlive: true })

interface Sides {
  bare: Timing[]
  through: Timing[]
  direct: Timing[]
}

/** One file that passes through the server, one that does not, and one without any server. */
export async function* benchDirect(bench: ScaleBench): AsyncGenerator<Part> {
  const bucket = await startBucket()
  const open = encodeURIComponent(bucket.url.origin)
  const engines = ['--storage', `${bucket.storage('direct')}&public=${open}`]
  const data = join(bench.folder, 'direct-data')
  const server = await startOn('Triptych', data, engines, bench.options)
  try {
    const size = Math.max(16, scaled(bench, 256))
    const measured = await measure(repeats(bench, 3), size, bucket, server)
    for (const [what, sides] of Object.entries(measured)) yield partOf(what, size, sides)
  } finally {
    agent.destroy()
    await server.stop()
    await bucket.stop()
  }
}

async function measure(
  times: number,
  size: number,
  { bare }: Bucket,
  server: Server,
): Promise<{ upload: Sides; download: Sides }> {
  const upload: Sides = { bare: [], through: [], direct: [] }
  const download: Sides = { bare: [], through: [], direct: [] }
  const parts = partsOf(size)
  const { request: form, body } = uploadForm('/upload?id=%2F', 'through.bin', size * mebi)
  // The first round wakes everything up.
  for (let n = -1; n < times; n++) {
    const up = {
      bare: await timed(server, () => bare.upload('direct-floor', parts.values(), parallel)),
      through: await timed(server, async () => (await askOnce(server.port, form, { body })).ms),
      direct: await timed(server, () => uploadDirect(server, parts)),
    }
    const down = {
      bare: await timed(server, async () => void (await bare.download('direct-floor'))),
      through: await timed(server, () => downloadThrough(server, size)),
      direct: await timed(server, () => downloadDirect(server, size)),
    }
    await sendJson(server, 'DELETE', { ids: ['/through.bin', '/direct.bin'] })
    if (n < 0) continue
    for (const side of ['bare', 'through', 'direct'] as const) {
      upload[side].push(up[side])
      download[side].push(down[side])
    }
  }
  return { upload, download }
}

function partOf(what: string, size: number, { bare, through, direct }: Sides): Part {
  const how = what === 'upload' ? 'signed parts' : 'a signed redirect'
  return {
    title: `S3: ${what} of ${size} MiB, and what the server has to do for it`,
    rows: [
      rowOf('bare client, straight to the store', bare),
      rowOf('through Triptych', through),
      rowOf(`by ${how} of Triptych`, direct),
    ],
    findings: [
      finding(`S3 ${what} by ${how}, time / bare client`, pairedRatio(direct, bare)),
      finding(`S3 ${what} by ${how}, time / through the server`, pairedRatio(direct, through)),
      finding(`S3 ${what} by ${how}, CPU / through the server`, sumOf(direct) / sumOf(through)),
    ],
  }
}

/** Not of pairs: the clock of the CPU has hundredths of a second, and one redirect takes less. */
function sumOf(timings: Timing[]): number {
  return timings.reduce((sum, { cpu }) => sum + cpu, 0)
}

/** As a browser does it, hashes included. */
async function uploadDirect(server: Server, parts: Buffer[]): Promise<void> {
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const about = { id: '/', name: 'direct.bin' }
  const hashes = parts.map((part) => createHash('sha256').update(part).digest('hex'))
  const begun = (await send(server, 'POST', { ...about, size, parts: hashes })) as {
    upload: string
    parts: { url: string; headers: Record<string, string> }[]
  }
  const left = begun.parts.entries()
  const some = async () => {
    for (const [n, { url, headers }] of left) await put(url, headers, parts[n]!)
  }
  await Promise.all(Array.from({ length: parallel }, some))
  await send(server, 'PUT', { ...about, upload: begun.upload })
}

async function send(server: Server, method: string, body: object): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/direct`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} was answered ${answer.status} ${await answer.text()}`)
  return answer.json()
}

function put(url: string, headers: Record<string, string>, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': body.length }
    const sent = request(url, { method: 'PUT', headers: { ...headers, ...length }, agent })
    sent.on('response', (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`a part was answered ${answer.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function downloadThrough(server: Server, size: number): Promise<number> {
  // What a page fetches comes from the server.
  const { bytes, ms } = await askOnce(
    server.port,
    get('/direct?id=%2Fthrough.bin', 'Sec-Fetch-Mode: cors\r\n'),
  )
  checkLength(bytes, size)
  return ms
}

async function downloadDirect(server: Server, size: number): Promise<void> {
  const address = `http://127.0.0.1:${server.port}/direct?id=%2Fthrough.bin`
  const { status, location } = await read(address)
  if (status !== 307) throw new Error(`the download was answered ${status}`)
  checkLength((await read(location)).bytes, size)
}

/** Not by `fetch`, which says that a page asks. */
function read(url: string): Promise<{ status: number; location: string; bytes: number }> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    const asked = request(url, { agent }).on('response', (answer) => {
      const { statusCode: status = 0, headers } = answer
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => resolve({ status, location: headers.location ?? '', bytes }))
    })
    asked.on('error', reject).end()
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

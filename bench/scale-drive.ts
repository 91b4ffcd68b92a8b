import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askOnce, askWell, get, openClient, uploadForm } from './files-client.ts'
import { finding, medianMs, repeats, rowOf, scaled, timed } from './files-measure.ts'
import type { Part, Timing } from './files-measure.ts'
import { getJson, idPath, sendJson } from './files-server.ts'
import { rawRequest } from './load.ts'
import { startBucket, startOn } from './scale-services.ts'
import type { ScaleBench } from './scale-services.ts'
import type { Server } from './server.ts'

const folders = 10

/** The same operations in a bucket and in a folder, with SQLite beside both. */
export async function* benchDrives(bench: ScaleBench): AsyncGenerator<Part> {
  const { folder, options } = bench
  const bucket = await startBucket()
  const servers: Server[] = []
  try {
    const dataOf = (name: string) => join(folder, `drive-${name}`)
    servers.push(await startOn('folder', dataOf('folder'), [], options))
    const storage = ['--storage', bucket.storage('drive')]
    servers.push(await startOn('bucket', dataOf('bucket'), storage, options))
    const each = scaled(bench, 1000)
    for (const server of servers) await fill(server, each)
    yield* measure(bench, servers, each)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await bucket.stop()
  }
}

interface Operation {
  title: string
  times: number
  run: (server: Server, n: number) => Promise<Timing>
  /** Puts back what it did. */
  undo?: (server: Server) => Promise<void>
}

async function* measure(bench: ScaleBench, servers: Server[], each: number): AsyncGenerator<Part> {
  const files = each * folders
  const count = `${files.toLocaleString('en')} files`
  const copy = JSON.stringify({ operation: 'copy', ids: ['/tree'], target: '/copies' })
  const names = ['tree', 'wood']
  const operations: Operation[] = [
    {
      title: `listing of ${each.toLocaleString('en')}`,
      times: 50,
      run: (server) => ask(server, get(idPath('/files', '/tree/d0'))),
    },
    {
      title: `rename of a folder with ${count}`,
      times: 20,
      run(server, n) {
        const [from, to] = n % 2 === 0 ? names : names.toReversed()
        const body = JSON.stringify({ operation: 'rename', name: to })
        return ask(server, rawRequest('PUT', idPath('/files', `/${from}`), body))
      },
    },
    {
      title: `copy of a folder with ${count}`,
      times: repeats(bench, 3),
      run: (server) => ask(server, rawRequest('PUT', '/files', copy)),
      async undo(server) {
        await check(server, '/copies/tree', files)
        await sendJson(server, 'DELETE', { ids: ['/copies/tree'] })
      },
    },
    {
      title: `delete of a copy with ${count}`,
      times: repeats(bench, 3),
      async run(server) {
        await ask(server, rawRequest('PUT', '/files', copy))
        return ask(server, remove('/copies/tree'))
      },
    },
    { title: `delete of ${count}`, times: 1, run: (server) => ask(server, remove('/tree')) },
  ]
  for (const { title, times, run, undo } of operations) {
    const timings = new Map<Server, Timing[]>(servers.map((server) => [server, []]))
    for (let n = 0; n < times; n++) {
      for (const [server, taken] of timings) {
        taken.push(await run(server, n))
        await undo?.(server)
        // What goes on after the answer is not to burden the other side.
        if (times < 20) await sleep(500)
      }
    }
    const [inFolder = [], inBucket = []] = timings.values()
    const ratio = medianMs(inBucket) / medianMs(inFolder)
    yield {
      title: `Drive: ${title}`,
      rows: [rowOf('in a folder', inFolder), rowOf('in a bucket', inBucket)],
      findings: [finding(`${title}, bucket / folder`, ratio, { atMost: 1 })],
    }
  }
}

function remove(id: string): string {
  return rawRequest('DELETE', '/files', JSON.stringify({ ids: [id] }))
}

async function ask(server: Server, request: string): Promise<Timing> {
  return timed(server, async () => (await askOnce(server.port, request)).ms)
}

/** Nothing was lost on the way, or the figures mean nothing. */
async function check(server: Server, id: string, files: number): Promise<void> {
  const info = (await getJson(server, idPath('/info', id))) as { Files: number }
  if (info.Files !== files) throw new Error(`The ${server.name} has ${info.Files} files`)
}

/** Each file has bytes of its own, in a folder as in a bucket. */
async function fill(server: Server, each: number): Promise<void> {
  const left = Array.from({ length: each * folders }, (_, n) => n).values()
  const work = async () => {
    const client = await openClient(server.port)
    for (const n of left) {
      const name = `tree/d${n % folders}/file ${n}.txt`
      const { request, body } = uploadForm('/upload?id=%2F', name, 1024)
      await askWell(client, request, { body })
    }
    client.close()
  }
  await Promise.all(Array.from({ length: 16 }, work))
  const made = await fetch(`http://127.0.0.1:${server.port}/files/%2F`, {
    method: 'POST',
    body: JSON.stringify({ name: 'copies', type: 'folder' }),
  })
  if (!made.ok) throw new Error(`The folder for copies: ${await made.text()}`)
  await check(server, '/tree', each * folders)
}

import { spawnSync } from 'node:child_process'
import { median } from './compare.ts'
import { askWell, get, openClient } from './files-client.ts'
import { finding, medianMs, pairedRatio, repeats, rowOf, timed } from './files-measure.ts'
import type { Bench, Part, Timing } from './files-measure.ts'
import { getJson, idPath } from './files-server.ts'
import { rawRequest } from './load.ts'
import type { Server } from './server.ts'

export interface Tree {
  /** The folder of the drive; the tree is `tree` in it. */
  root: string
  files: number
  bytes: number
}

/** The size of a folder against `du`. */
export async function benchSize(bench: Bench, server: Server, tree: Tree): Promise<Part> {
  const path = `${tree.root}/tree`
  const du: number[] = []
  for (let n = 0; n < repeats(bench, 5); n++) {
    const began = performance.now()
    run('du', ['-s', path])
    du.push(performance.now() - began)
  }
  const client = await openClient(server.port)
  const request = get(idPath('/info', '/tree'))
  const ours: number[] = []
  for (let n = 0; n < 50; n++) await askWell(client, request)
  const { cpu } = await timed(server, async () => {
    for (let n = 0; n < 300; n++) ours.push((await askWell(client, request)).ms)
  })
  client.close()
  await checkSize(server, '/tree', tree)

  return {
    title: `Size of a folder with ${tree.files.toLocaleString('en')} files`,
    rows: [
      { label: 'floor: du -s', ms: du },
      { label: 'Triptych over HTTP', ms: ours, cpu: cpu / 300 },
    ],
    findings: [finding('size, times faster than du', median(du) / median(ours), { atLeast: 500 })],
  }
}

/** What the server says, what was written and what `find` adds up: all the same, to the byte. */
async function checkSize(server: Server, id: string, { root, files, bytes }: Tree): Promise<void> {
  const sizes = run('find', [`${root}${id}`, '-type', 'f', '-printf', '%s\n'])
    .trim()
    .split('\n')
  const found = sizes.reduce((sum, size) => sum + Number(size), 0)
  const info = (await getJson(server, idPath('/info', id))) as { Size: number; Files: number }
  const all = [info.Size, bytes, found, info.Files, files, sizes.length]
  if (info.Size === bytes && found === bytes && info.Files === files && sizes.length === files) {
    return console.log(`${id}: ${bytes} bytes in ${files} files, as find says.\n`)
  }
  throw new Error(`${id}: bytes or files differ: ${all.join(', ')}`)
}

/** A folder with many files in it, and an empty one, to and fro. */
export async function benchMove(bench: Bench, server: Server, tree: Tree): Promise<Part> {
  const client = await openClient(server.port)
  const move = (id: string, target: string): Promise<Timing> => {
    const body = JSON.stringify({ operation: 'move', ids: [id], target })
    return timed(server, async () => {
      return (await askWell(client, rawRequest('PUT', '/files', body))).ms
    })
  }
  const [full, empty]: [Timing[], Timing[]] = [[], []]
  for (let n = 0; n < repeats(bench, 20); n++) {
    const [from, to] = n % 2 === 0 ? ['', '/shelf'] : ['/shelf', '']
    empty.push(await move(`${from}/empty`, to || '/'))
    full.push(await move(`${from}/tree`, to || '/'))
  }
  const isBack = full.length % 2 === 0
  if (!isBack) for (const name of ['tree', 'empty']) await move(`/shelf/${name}`, '/')
  await checkSize(server, '/tree', tree)
  client.close()

  return {
    title: `Move of a folder with ${tree.files.toLocaleString('en')} files`,
    rows: [rowOf('floor: Triptych, an empty folder', empty), rowOf('Triptych', full)],
    findings: [
      finding('move, full / empty, medians', medianMs(full) / medianMs(empty), { atMost: 3 }),
      finding('move, full / empty, pair by pair', pairedRatio(full, empty)),
    ],
  }
}

function run(command: string, args: string[]): string {
  const { stdout, status, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw error ?? new Error(`${command} ended with ${status}`)
  return stdout
}

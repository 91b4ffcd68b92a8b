import Database from 'better-sqlite3'
import { createReadStream, createWriteStream, lstatSync, readdirSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { startServer } from './server.ts'
import type { Server } from './server.ts'

/** What one would write by hand for one purpose, and no more: the measure of all files. */
export function startFloor(folder: string): Promise<Server> {
  const args = [import.meta.filename, folder]
  return startServer({ name: 'floor', args, stderr: 'inherit' })
}

/** Has the floor do something in its own process; answers the milliseconds it took. */
export async function floorWork(
  floor: Server,
  work: 'list' | 'fill' | 'scan',
  text: string,
): Promise<{ ms: number; count: number }> {
  const url = `http://127.0.0.1:${floor.port}/${work}?${encodeURIComponent(text)}`
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The floor cannot ${work}: ${await answer.text()}`)
  return (await answer.json()) as { ms: number; count: number }
}

function serveFloor(folder: string): void {
  const names = openNames(join(folder, 'names.db'))
  const works: Record<string, (text: string) => number> = {
    list: listFolder,
    fill: names.fill,
    scan: names.scan,
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, kind = '', name = ''] = (request.url ?? '').split(/[/?]/)
    const work = works[kind]
    if (work) {
      const began = performance.now()
      const count = work(decodeURIComponent(name))
      return void response.end(JSON.stringify({ ms: performance.now() - began, count }))
    }
    const path = join(folder, name)
    if (kind === 'tiny') return void response.end(tiny)
    if (request.method === 'GET') return sendWhole(path, response)
    if (kind === 'small') await takeSmall(request, folder, name)
    // `flush` is an fsync before the file is closed.
    else await pipeline(request, createWriteStream(path, { flush: true }))
    response.end('{}')
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A client who leaves in the middle is no fault.
      if (!response.headersSent) response.writeHead(500).end(String(error))
    })
  })
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1', () => {
    console.log(`Floor is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })
}

/** As long as the listing of fifty files. */
const tiny = JSON.stringify(Array.from({ length: 50 }, (_, n) => entryOf(`file-${n}.txt`, n, 0)))

function entryOf(name: string, size: number, time: number): object {
  const date = new Date(time).toISOString()
  return { id: `/flat/${name}`, type: 'file', value: name, date, size }
}

/** The listing of a folder as JSON, as the disk tells it; answers how long it is. */
function listFolder(folder: string): number {
  const entries = readdirSync(folder).map((name) => {
    const { size, mtimeMs } = lstatSync(`${folder}/${name}`)
    return entryOf(name, size, mtimeMs)
  })
  return JSON.stringify(entries).length
}

async function sendWhole(path: string, response: ServerResponse): Promise<void> {
  response.setHeader('content-length', statSync(path).size)
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), response)
}

/** A small file that is there as a whole or not at all, for good once it is answered. */
async function takeSmall(request: IncomingMessage, folder: string, name: string): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const draft = join(folder, `.${name}.draft`)
  const file = await open(draft, 'wx')
  await file.writeFile(Buffer.concat(pieces))
  await file.datasync()
  await file.close()
  await rename(draft, join(folder, name))
  const above = await open(folder, 'r')
  await above.sync()
  await above.close()
}

function openNames(path: string): Record<'fill' | 'scan', (text: string) => number> {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  // All of it, so that nothing has to be read again.
  db.pragma('cache_size = -500000')
  db.exec('create table if not exists names (id integer primary key, name text)')
  const scan = db.prepare('select id, name from names where name like ?')
  const insert = db.prepare('insert into names (name) values (?)')
  const fill = db.transaction((root: string) => {
    let count = 0
    for (const folder of readdirSync(root)) {
      // The server has a folder of its own there.
      if (folder.startsWith('.')) continue
      for (const name of readdirSync(join(root, folder))) {
        insert.run(name)
        count++
      }
    }
    return count
  })
  return { fill, scan: (text) => scan.all(`%${text}%`).length }
}

if (import.meta.main) serveFloor(process.argv[2] ?? '')

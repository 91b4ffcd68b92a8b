import Database from 'better-sqlite3'
import { lstatSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { groupCommit } from '../group-commit.ts'
import { startServer } from '../server.ts'
import type { Server } from '../server.ts'

type Commit = 'each' | 'group'
type Row = Record<string, unknown>

/** What one would write by hand on raw `node:http` and bare SQLite: no checks, no log, no rights. */
export function startFloor(name: string, database: string, commit: Commit): Promise<Server> {
  return startServer({ name, args: [import.meta.filename, database, commit], stderr: 'inherit' })
}

interface Table {
  all: Database.Statement<[]>
  one: Database.Statement<[number], Row>
  page: Database.Statement<[number]>
  count: Database.Statement<[]>
  found: Database.Statement<[]>
  foundCount: Database.Statement<[]>
  columns: string[]
  add(values: Row): number
  set(id: number, values: Row): void
}

function openTable(db: Database.Database, name: string): Table {
  const columns = db.pragma(`table_info("${name}")`) as { name: string }[]
  const names = columns.map((column) => column.name).filter((column) => column !== 'id')
  const places = names.map(() => '?').join(', ')
  const insert = db.prepare(`insert into "${name}" (${names.join(', ')}) values (${places})`)
  const update = new Map(
    names.map((one) => [one, db.prepare(`update "${name}" set ${one} = ? where id = ?`)]),
  )
  const where = names.includes('country') ? `where country = 'Japan'` : ''
  const order = names.includes('votes') ? 'order by votes desc, id' : 'order by id'
  return {
    all: db.prepare(`select * from "${name}" order by id`),
    one: db.prepare(`select * from "${name}" where id = ?`),
    page: db.prepare(`select * from "${name}" where id > ? order by id limit 50`),
    count: db.prepare<[]>(`select count(*) from "${name}"`).pluck(),
    found: db.prepare(`select * from "${name}" ${where} ${order} limit 50`),
    foundCount: db.prepare<[]>(`select count(*) from "${name}" ${where}`).pluck(),
    columns: names,
    add: (values) => Number(insert.run(names.map((one) => values[one] ?? null)).lastInsertRowid),
    set(id, values) {
      for (const [key, value] of Object.entries(values)) update.get(key)?.run(value, id)
    },
  }
}

function serveFloor(path: string, commit: Commit): void {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('cache_size = -32768')
  const tables = new Map<string, Table>()
  const write = commit === 'each' ? (work: () => () => void) => work()() : groupCommit(db)
  const kept = new Map<string, Buffer>()
  const listeners = new Set<ServerResponse>()
  const counts = new Map<Table, unknown>()

  function tableOf(name: string): Table {
    const known = tables.get(name) ?? openTable(db, name)
    tables.set(name, known)
    return known
  }

  function read(response: ServerResponse, [name = '', what = '', from]: string[]): void {
    const table = tableOf(name)
    if (what === '') return send(response, table.all.all())
    if (what === 'page') {
      if (!counts.has(table)) counts.set(table, table.count.get())
      response.setHeader('x-total-count', String(counts.get(table)))
      return send(response, table.page.all(Number(from)))
    }
    if (what !== 'found') return send(response, table.one.get(Number(what)))
    response.setHeader('x-total-count', String(table.foundCount.get()))
    send(response, table.found.all())
  }

  function change(response: ServerResponse, method: string, path: string[], body: Buffer): void {
    const [name = '', id = ''] = path
    const table = tableOf(name)
    const values = JSON.parse(body.toString()) as Row & { key?: string; value?: unknown }
    if (id === 'batch') return addAll(response, table, values as unknown as Row[])
    write(() => {
      if (method === 'POST') {
        const added = table.add(values)
        counts.delete(table)
        return () => send(response, { id: added })
      }
      const edit = values.key === undefined ? values : { [values.key]: values.value }
      if (!table.one.get(Number(id))) return () => void response.writeHead(404).end()
      table.set(Number(id), edit)
      return () => send(response, { id: Number(id) })
    })
  }

  function addAll(response: ServerResponse, table: Table, rows: Row[]): void {
    const ids = db.transaction(() => rows.map((row) => ({ id: table.add(row) })))()
    send(response, ids)
  }

  function listen(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
  }

  const server = createServer((request, response) => {
    const url = decodeURIComponent(request.url ?? '')
    const [, kind = '', ...rest] = url.split('/')
    const isRead = request.method === 'GET'
    if (kind === 'kept' && isRead) return sendBytes(response, kept.get(url))
    if (kind === 'events') return listen(response)
    if (kind === 'folder') return send(response, listFolder(`/${rest.join('/')}`))
    if (isRead) return read(response, [kind, ...rest])
    readBody(request, (body) => {
      if (kind === 'kept') kept.set(url, body)
      if (kind === 'tell') for (const one of listeners) one.write(`data: ${body.toString()}\n\n`)
      if (kind === 'kept' || kind === 'tell') return send(response, {})
      change(response, request.method ?? '', [kind, ...rest], body)
    })
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(`Floor is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })
}

function listFolder(folder: string): object[] {
  return readdirSync(folder).map((name) => {
    const { size, mtime } = lstatSync(`${folder}/${name}`)
    return { id: `/flat/${name}`, type: 'file', value: name, date: mtime.toISOString(), size }
  })
}

function readBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => done(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)))
}

function send(response: ServerResponse, body: unknown): void {
  sendBytes(response, JSON.stringify(body))
}

function sendBytes(response: ServerResponse, body: Buffer | string | undefined): void {
  // Not `writeHead`: only without it Node adds the length, and needs no chunks.
  response.setHeader('content-type', 'application/json')
  response.end(body)
}

if (import.meta.main) serveFloor(process.argv[2] ?? '', process.argv[3] as Commit)

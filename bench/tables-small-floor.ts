import Database from 'better-sqlite3'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { groupCommit } from './group-commit.ts'
import { startServer } from './server.ts'
import type { Server } from './server.ts'
import { film, tableSizes } from './tables-small-rows.ts'

type Commit = 'each' | 'group'

/** What one would write by hand, and no more; its data is in a folder of its own. */
export function startSmallFloor(name: string, folder: string, commit: Commit): Promise<Server> {
  const data = join(folder, name.charAt(0))
  mkdirSync(data)
  return startServer({ name, args: [import.meta.filename, commit, data], stderr: 'inherit' })
}

interface Statements {
  list: Database.Statement<[]>
  row: Database.Statement<[number], Record<string, unknown>>
  update: Map<string, Database.Statement<[unknown, number]>>
}

function serveFloor(commit: Commit, folder: string): void {
  const db = new Database(join(folder, 'floor.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  const tables = new Map([...tableSizes].map(([name, rows]) => [name, fillTable(db, name, rows)]))
  const write = commit === 'each' ? (work: () => () => void) => work()() : groupCommit(db)

  const server = createServer((request, response) => {
    const [, name = '', id] = (request.url ?? '').split('/')
    const table = tables.get(name)
    if (!table) return answer(response, 404, { error: 'no such table' })
    if (request.method === 'GET') return answer(response, 200, table.list.all())

    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => (body += text))
    request.on('end', () => {
      const edit = JSON.parse(body) as { key: string; value: string }
      write(() => editCell(response, table, Number(id), edit))
    })
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(`Floor is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })
}

/** Answers how to answer, once the edit is committed. */
function editCell(
  response: ServerResponse,
  { row, update }: Statements,
  id: number,
  { key, value }: { key: string; value: string },
): () => void {
  const old = row.get(id)
  const statement = update.get(key)
  if (!old || !statement) return () => answer(response, 404, { error: 'no such cell' })
  statement.run(typeof old[key] === 'number' ? Number(value) : value, id)
  return () => answer(response, 200, { id })
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  // Not `writeHead`: only without it Node adds the length, and needs no chunks.
  response.statusCode = status
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

function fillTable(db: Database.Database, name: string, rows: number): Statements {
  db.exec(`create table "${name}" (id integer primary key, name text, year integer, votes integer)`)
  const insert = db.prepare(`insert into "${name}" (name, year, votes) values (?, ?, ?)`)
  db.transaction(() => {
    for (let n = 0; n < rows; n++) insert.run(...Object.values(film(n)))
  })()
  const update = (column: string) => db.prepare(`update "${name}" set ${column} = ? where id = ?`)
  return {
    list: db.prepare(`select id, name, year, votes from "${name}" order by id`),
    row: db.prepare(`select id, name, year, votes from "${name}" where id = ?`),
    update: new Map(['name', 'year', 'votes'].map((column) => [column, update(column)])),
  }
}

if (import.meta.main) serveFloor(process.argv[2] as Commit, process.argv[3] ?? '')

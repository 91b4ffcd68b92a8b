import Database from 'better-sqlite3'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startServer } from './server.ts'
import type { Server } from './server.ts'

/** What one would write by hand to list the last entries of a thing, and no more. */
export function startHistoryFloor(file: string): Promise<Server> {
  return startServer({ name: 'bare query', args: [import.meta.filename, file], stderr: 'inherit' })
}

interface Row {
  before: string | null
  after: string | null
}

function serveFloor(file: string): void {
  const db = new Database(file, { readonly: true })
  const entries = db.prepare<[string], Row>(
    `select revision, at, actor, actor_id, origin, step, area, operation, entity, before, after
     from _changes where entity = ? order by revision desc limit 50`,
  )
  const server = createServer((request, response) => {
    const of = new URL(request.url ?? '', 'http://localhost').searchParams.get('of') ?? ''
    const rows = entries.all(of).map((row) => ({
      ...row,
      before: row.before && (JSON.parse(row.before) as unknown),
      after: row.after && (JSON.parse(row.after) as unknown),
    }))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(rows))
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(`Floor is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })
}

if (process.argv[1] === import.meta.filename) serveFloor(process.argv[2] ?? '')

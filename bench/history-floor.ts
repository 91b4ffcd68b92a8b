import Database from 'better-sqlite3'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startServer } from './server.ts'
import type { Server } from './server.ts'

/**
 * What one would write by hand to list the last entries of a thing: `bare query` has no more than that; `same facts` finds
 * out as well where the step of each begins and ends, and whether it was taken back, as the answer of Triptych tells it.
 */
export function startHistoryFloor(
  file: string,
  name: 'bare query' | 'same facts' = 'bare query',
): Promise<Server> {
  return startServer({ name, args: [import.meta.filename, file, name], stderr: 'inherit' })
}

const facts = `, (select min(revision) from _changes as other where other.step = told.step) as first,
  (select max(revision) from _changes as other where other.step = told.step) as last,
  (select operation from _changes as other where other.entity = 'steps/' || told.step
   order by revision desc limit 1) as taken`

interface Row {
  before: string | null
  after: string | null
}

function serveFloor(file: string, name: string): void {
  const db = new Database(file, { readonly: true })
  const entries = db.prepare<[string], Row>(
    `select revision, at, actor, actor_id, origin, step, area, operation, entity, before, after
       ${name === 'same facts' ? facts : ''}
     from _changes as told where entity = ? order by revision desc limit 50`,
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

if (process.argv[1] === import.meta.filename) {
  serveFloor(process.argv[2] ?? '', process.argv[3] ?? '')
}

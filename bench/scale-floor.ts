import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import type { PoolClient } from 'pg'
import { startServer } from './server.ts'
import type { Server } from './server.ts'
import { film } from './tables-small-rows.ts'

/**
 * How an edit comes to its commit: a transaction each, on any of ten connections; the same, but one
 * after the other, so that the log is in the order of commits; or all that wait together.
 */
export type Commit = 'each' | 'ordered' | 'group'

/** What one would write by hand, and no more: it makes its tables in an empty database. */
export function startPostgresFloor(
  name: string,
  commit: Commit,
  url: string,
  rows: number,
): Promise<Server> {
  const args = [import.meta.filename, commit, url, String(rows)]
  return startServer({ name, args, stderr: 'inherit' })
}

interface Cell {
  id: number
  votes: number
}

const update = { name: 'update', text: 'update films set votes = $1 where id = $2 returning id' }
const log = { name: 'log', text: 'insert into log (entity, after) values ($1, $2)' }
const lock = { name: 'lock', text: 'select one from head for update' }

async function serveFloor(commit: Commit, url: string, rows: number): Promise<void> {
  const isGroup = commit === 'group'
  // With `pipeline` no statement waits for the answer to the one before.
  const pool = new Pool({ connectionString: url, max: 10, pipeline: isGroup })
  await fill(pool, rows)
  const edit = isGroup
    ? groupCommit(await pool.connect())
    : (cell: Cell) => commitAlone(pool, cell, commit === 'ordered')

  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      const all = pool.query('select id, name, year, votes from films order by id')
      void all.then((found) => answer(response, found.rows))
      return
    }
    const id = Number(request.url?.split('/')[2])
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => (body += text))
    request.on('end', () => {
      const { value } = JSON.parse(body) as { value: string }
      void edit({ id, votes: Number(value) }).then(() => answer(response, { id }))
    })
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(`Floor is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })
}

async function commitAlone(pool: Pool, cell: Cell, isOrdered: boolean): Promise<void> {
  const client = await pool.connect()
  await client.query('begin')
  if (isOrdered) await client.query(lock)
  for (const statement of statementsOf(cell)) await client.query(statement)
  await client.query('commit')
  client.release()
}

/** Whatever came while the last group was under way is the next one; nothing waits in between. */
function groupCommit(client: PoolClient): (cell: Cell) => Promise<void> {
  let waiting: { cell: Cell; done: () => void }[] = []
  let isBusy = false
  const work = async () => {
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      const statements = group.flatMap(({ cell }) => statementsOf(cell))
      await Promise.all([
        client.query('begin'),
        client.query(lock),
        ...statements.map((statement) => client.query(statement)),
        client.query('commit'),
      ])
      for (const { done } of group) done()
    }
    isBusy = false
  }
  return (cell) =>
    new Promise((done) => {
      waiting.push({ cell, done })
      if (isBusy) return
      isBusy = true
      setImmediate(() => void work())
    })
}

function statementsOf({ id, votes }: Cell): { name: string; text: string; values: unknown[] }[] {
  return [
    { ...update, values: [votes, id] },
    { ...log, values: [`films/${id}`, JSON.stringify({ votes })] },
  ]
}

function answer(response: ServerResponse, body: unknown): void {
  // Not `writeHead`: only without it Node adds the length, and needs no chunks.
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

async function fill(pool: Pool, rows: number): Promise<void> {
  await pool.query(`
    create table films (id integer primary key, name text, year integer, votes integer);
    create table log (
      revision bigint generated always as identity primary key,
      at       timestamptz not null default now(),
      entity   text not null,
      after    text not null
    );
    create table head (one smallint not null primary key);
    insert into head values (1)`)
  const films = Array.from({ length: rows }, (_, n) => ({ id: n + 1, ...film(n) }))
  await pool.query('insert into films select * from json_populate_recordset(null::films, $1)', [
    JSON.stringify(films),
  ])
}

if (import.meta.main) {
  const [, , commit, url = '', rows] = process.argv
  await serveFloor(commit as Commit, url, Number(rows))
}

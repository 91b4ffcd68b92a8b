import Database from 'better-sqlite3'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openFloorPlan } from './gantt-floor-plan.ts'
import type { FloorPlan } from './gantt-floor-plan.ts'
import { branchOf, tasksOf } from './gantt-plan.ts'
import type { PlanShape } from './gantt-plan.ts'
import { startServer } from './server.ts'
import type { Server } from './server.ts'

/** What one would write by hand on raw http and bare SQLite, and no more: the measure of the plan. */
export function startFloor(folder: string): Promise<Server> {
  const args = [import.meta.filename, folder]
  return startServer({ name: 'floor', args, stderr: 'inherit' })
}

function serveFloor(folder: string): void {
  const plans = new Map<string, FloorPlan>()

  /** Answers the JSON to send, once it is committed. */
  function handle(method: string, [name = '', kind = '', id = '']: string[], body: string): string {
    const plan = plans.get(name)
    if (method === 'POST' && kind === 'fill') {
      const { branch, ...shape } = JSON.parse(body) as PlanShape & { branch?: boolean }
      const tasks = branch ? branchOf(shape) : tasksOf(shape)
      plans.set(name, openFloorPlan(openFile(join(folder, `${name}.db`)), tasks))
      return '{}'
    }
    if (!plan) throw new Error(`There is no ${name}.`)
    if (method === 'GET') return plan.list()
    if (method === 'PUT') return plan.change(Number(id), JSON.parse(body) as object)
    if (kind === 'batch') return plan.batch(JSON.parse(body) as [])
    return method === 'POST' ? plan.copy() : plan.removeCopies()
  }

  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1).split('/')
    const plan = plans.get(path[0] ?? '')
    if (request.method === 'GET') return answer(response, handle('GET', path, ''))
    readBody(request, (body) => {
      const work = () => handle(request.method ?? '', path, body)
      // One at a time where a request is a transaction by itself; else with all others that wait.
      if (request.method !== 'PUT' || !plan) return answer(response, work())
      plan.together(work, (json) => answer(response, json))
    })
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(`Floor is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })
}

function openFile(path: string): Database.Database {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('cache_size = -32768')
  return db
}

function readBody(request: IncomingMessage, done: (body: string) => void): void {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => (body += text))
  request.on('end', () => done(body))
}

function answer(response: ServerResponse, json: string): void {
  // Not `writeHead`: only without it Node adds the length, and needs no chunks.
  response.setHeader('content-type', 'application/json')
  response.end(json)
}

if (import.meta.main) serveFloor(process.argv[2] ?? '')

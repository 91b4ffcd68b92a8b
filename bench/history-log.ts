import Database from 'better-sqlite3'
import { newStepId } from '../packages/server/src/step-id.ts'
import type { Options } from './compare.ts'
import { databaseIn, startTriptych } from './tables-server.ts'

const mostEntries = 1_000_000
/** As many rows and as many tasks; of each there are as many entries as of any other. */
export const things = 1000

/** The things by the server, and most of their log behind its back: it would take an hour. */
export async function fillLog(data: string, options: Options): Promise<void> {
  const server = await startTriptych({ ...options, profile: null }, data)
  const post = async (path: string, body: unknown): Promise<void> => {
    const url = `http://127.0.0.1:${server.port}${path}`
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  }
  const columns = [
    { name: 'name', type: 'text' },
    { name: 'year', type: 'integer' },
  ]
  await post('/tables', { name: 'films', columns })
  const numbers = Array.from({ length: things }, (_, n) => n + 1)
  await post('/films/rows', { rows: numbers.map((n) => ({ name: `Film ${n}` })) })
  await post(
    '/batch',
    numbers.map((n) => ({ url: 'tasks', method: 'POST', data: { text: `Task ${n}` } })),
  )
  await server.stop()
  const db = new Database(databaseIn(data))
  const head = Number(db.prepare('select max(revision) from _changes').pluck().get())
  const insert = db.prepare(
    `insert into _changes (revision, at, actor, origin, step, area, operation, entity, before, after)
     values (?, ?, 'Ada', 'tab-1', ?, ?, ?, ?, ?, ?)`,
  )
  const at = new Date()
  db.transaction(() => {
    for (let n = 0; n < mostEntries * options.scale; n++) {
      const [area, kind, field] = n % 2 ? ['gantt', 'task', 'progress'] : ['tables', 'row', 'year']
      const id = 1 + (Math.floor(n / 2) % things)
      const entity = `${kind === 'row' ? 'films' : 'tasks'}/${id}`
      const [before, after] = [n, n + 1].map((value) => JSON.stringify({ [field]: value }))
      const step = newStepId(new Date(at.getTime() + n))
      const operation = `${kind}-updated`
      insert.run(head + 1 + n, at.toISOString(), step, area, operation, entity, before, after)
    }
  })()
  db.close()
}

import Database from 'better-sqlite3'
import { join } from 'node:path'
import { compare, isAsked } from './compare.ts'
import type { Options, Ratio, Samples, Scenario } from './compare.ts'
import { startHistoryFloor } from './history-floor.ts'
import { rawRequest } from './load.ts'
import { printGoals, report } from './report.ts'
import type { Finding } from './report.ts'
import type { Server } from './server.ts'
import { databaseIn, startTriptych } from './tables-server.ts'

const mostEntries = 1_000_000
/** Of each there are as many entries as of any other. */
const things = 1000

/** What became of one thing, of a thousand that a long log tells of, beside the bare query of as many entries. */
export async function benchHistory(
  folder: string,
  options: Options,
): Promise<{ samples: Samples; findings: Finding[] }> {
  const data = join(folder, 'history')
  await fill(data, options)
  const servers = [await startTriptych(options, data), await startHistoryFloor(databaseIn(data))]
  try {
    const scenarios = scenariosFor(servers).filter(({ name }) => isAsked(options, name))
    const samples = await compare(scenarios, options)
    const findings = report(scenarios, samples, ratiosOf(scenarios), options.repeats)
    printGoals(findings)
    return { samples, findings }
  } finally {
    for (const server of servers) await server.stop()
  }
}

function scenariosFor(servers: Server[]): Scenario[] {
  const scenario = (name: string, title: string, of: (n: number) => string): Scenario => ({
    name,
    title,
    connections: 1,
    servers,
    plan: () => ({
      step: () => {
        const thing = of(1 + Math.floor(Math.random() * things))
        return [rawRequest('GET', `/history?of=${encodeURIComponent(thing)}`)]
      },
    }),
  })
  return [
    scenario('row', 'GET of the last 50 steps of a row, 1 connection', (n) => `films/${n}`),
    scenario('task', 'GET of the last 50 steps of a task, 1 connection', (n) => `tasks/${n}`),
  ]
}

function ratiosOf(scenarios: Scenario[]): Ratio[] {
  return scenarios.map(({ name, servers }) => {
    const [ours, floor] = servers.map((server) => server.name) as [string, string]
    return {
      under: name,
      title: `p50 of the history of a ${name}, Triptych / bare query`,
      of: (sample) => sample(name, ours).p50 / sample(name, floor).p50,
      goal: { atMost: 1.5 },
    }
  })
}

/** The things by the server, and most of their log behind its back: it would take an hour. */
async function fill(data: string, options: Options): Promise<void> {
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
  const at = new Date().toISOString()
  db.transaction(() => {
    for (let n = 0; n < mostEntries * options.scale; n++) {
      const [area, kind, field] = n % 2 ? ['gantt', 'task', 'progress'] : ['tables', 'row', 'year']
      const id = 1 + (Math.floor(n / 2) % things)
      const entity = `${kind === 'row' ? 'films' : 'tasks'}/${id}`
      const [before, after] = [n, n + 1].map((value) => JSON.stringify({ [field]: value }))
      insert.run(head + 1 + n, at, `step-${n}`, area, `${kind}-updated`, entity, before, after)
    }
  })()
  db.close()
}

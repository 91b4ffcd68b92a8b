import Database from 'better-sqlite3'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { compare, isAsked } from './compare.ts'
import type { Options, Ratio, Samples, Scenario } from './compare.ts'
import { fillLog, things } from './history-log.ts'
import { rawRequest } from './load.ts'
import { printGoals, report } from './report.ts'
import type { Finding } from './report.ts'
import type { Server } from './server.ts'
import { databaseIn, startTriptych } from './tables-server.ts'

const most = 20

/** What the indexes of a long log cost those who write: the same server on the same data, with and without them. */
export async function benchWrites(
  folder: string,
  options: Options,
): Promise<{ samples: Samples; findings: Finding[] }> {
  if (!isAsked(options, 'write')) return { samples: {}, findings: [] }
  const data = join(folder, 'history-writes')
  await fillLog(data, options)
  const bare = join(folder, 'history-writes-bare')
  cpSync(data, bare, { recursive: true })
  dropIndexes(databaseIn(bare))
  const servers = [
    await startTriptych(options, data),
    { ...(await startTriptych({ ...options, profile: null }, bare)), name: 'without indexes' },
  ]
  try {
    await addFolders(servers)
    const scenarios = scenariosFor(servers).filter(({ name }) => isAsked(options, name))
    const samples = await compare(scenarios, options)
    const findings = report(scenarios, samples, ratiosOf(scenarios), options.repeats)
    printGoals(findings)
    return { samples, findings }
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** Those that were made for the history: without them the log has but its key. */
function dropIndexes(file: string): void {
  const db = new Database(file)
  const names = db
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'index' and tbl_name = '_changes' and sql is not null`,
    )
    .pluck()
    .all()
  for (const name of names) db.exec(`drop index "${name}"`)
  db.exec('vacuum')
  db.close()
}

async function addFolders(servers: Server[]): Promise<void> {
  for (const { port } of servers) {
    for (let n = 0; n < most; n++) {
      const body = JSON.stringify({ name: folderOf(n), type: 'folder' })
      const response = await fetch(`http://127.0.0.1:${port}/files/%2F`, { method: 'POST', body })
      if (!response.ok) throw new Error(await response.text())
    }
  }
}

// No value comes twice, so that every write changes something.
let writes = 0

function anyOf(kind: string): string {
  return `/${kind}/${1 + Math.floor(Math.random() * things)}`
}

/** What a folder of each connection is called on each server. */
const called = new Map<string, string>()

function rename(server: Server, connection: number): string {
  const key = `${server.name} ${connection}`
  const old = called.get(key) ?? folderOf(connection)
  const name = `${folderOf(connection)} ${++writes}`
  called.set(key, name)
  return change('PUT', `/files/${encodeURIComponent(`/${old}`)}`, { operation: 'rename', name })
}

function folderOf(connection: number): string {
  return `folder-${connection}`
}

function scenariosFor(servers: Server[]): Scenario[] {
  const kinds: Record<string, (server: Server, connection: number) => string> = {
    cell: () => change('PATCH', anyOf('films'), { key: 'year', value: ++writes }),
    task: () => change('PUT', anyOf('tasks'), { text: `Changed ${++writes} times` }),
    folder: rename,
  }
  return Object.entries(kinds).flatMap(([kind, step]) =>
    [1, most].map((connections): Scenario => ({
      name: `write ${kind} ${connections}`,
      title: `Change of a ${kind}, ${connections} connection${connections > 1 ? 's' : ''}`,
      connections,
      servers,
      plan: (server) => ({ step: (connection) => [step(server, connection)] }),
    })),
  )
}

/** With the name of a client, as a page sends it. */
function change(method: string, path: string, body: object): string {
  return rawRequest(method, path, JSON.stringify(body), `X-Origin: tab-${writes % 50}\r\n`)
}

function ratiosOf(scenarios: Scenario[]): Ratio[] {
  return scenarios.map(({ name, title, servers }) => {
    const [ours, bare] = servers.map((server) => server.name) as [string, string]
    return {
      under: name,
      title: `${title}: CPU, with indexes / without`,
      of: (sample) => sample(name, ours).cpu / sample(name, bare).cpu,
      goal: { atMost: 1.1 },
    }
  })
}

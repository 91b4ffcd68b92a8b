import { join } from 'node:path'
import { compare, isAsked } from './compare.ts'
import type { Options, Ratio, Samples, Scenario } from './compare.ts'
import { openLoad, rawRequest } from './load.ts'
import type { Part } from './files-measure.ts'
import { printGoals, report } from './report.ts'
import type { Finding } from './report.ts'
import { startServer } from './server.ts'
import type { Server } from './server.ts'
import { benchMillion } from './tables-million.ts'
import { startSmallFloor } from './tables-small-floor.ts'
import { film, tableSizes, writers } from './tables-small-rows.ts'

const each = 'A: raw http, one commit a request'
const group = 'B: raw http, group commit'
const plain = 'C: raw http, all() + JSON.stringify'
const triptych = 'Triptych'

/** A server with its tables filled. */
interface Subject extends Server {
  ids: Map<string, number[]>
  /** The value each cell was last set to, by `table/id`. */
  written: Map<string, number>
}

const scenarioNames = ['patch', 'read', 'not modified', 'changing']

export async function benchTables(
  folder: string,
  options: Options,
): Promise<{ samples: { small: Samples; million: Part[] }; findings: Finding[] }> {
  const isSmall = scenarioNames.some((name) => isAsked(options, name))
  const small = isSmall ? await benchSmall(folder, options) : { samples: {}, findings: [] }
  const million = await benchMillion(folder, options)
  const findings = [...small.findings, ...million.flatMap((part) => part.findings)]
  if (options.scale !== 1) console.log('The goals of the long table are meant for --scale 1.')
  printGoals(findings)
  return { samples: { small: small.samples, million }, findings }
}

/** Tables that are sent as a whole: cells are set, and lists are read. */
async function benchSmall(
  folder: string,
  options: Options,
): Promise<{ samples: Samples; findings: Finding[] }> {
  const subjects: Subject[] = []
  try {
    for (const start of [startFloor(each), startFloor(group), startFloor(plain), startTriptych]) {
      subjects.push(await start(folder, options))
    }
    const all = await scenarios(subjects as [Subject, Subject, Subject, Subject])
    const chosen = all.filter(({ name }) => name.startsWith(options.only))
    const samples = await compare(chosen, options)
    for (const subject of subjects) await verify(subject)
    return { samples, findings: report(chosen, samples, ratios, options.repeats) }
  } finally {
    await Promise.all(subjects.map((subject) => subject.stop()))
  }
}

async function scenarios([a, b, c, t]: [Subject, Subject, Subject, Subject]): Promise<
  Scenario<Subject>[]
> {
  const sized = [50, 1000].flatMap((rows): Scenario<Subject>[] => [
    {
      name: `read ${rows}`,
      title: `GET ${rows} rows, unchanged, 50 connections`,
      connections: 50,
      servers: [c, t],
      plan: () => ({ step: () => [rawRequest('GET', `/films${rows}-0`)] }),
    },
    {
      name: `not modified ${rows}`,
      title: `GET ${rows} rows with If-None-Match, 50 connections`,
      connections: 50,
      servers: [t],
      async plan(server) {
        const path = `/films${rows}-0`
        const match = `If-None-Match: ${await etagOf(server, path)}\r\n`
        return { step: () => [rawRequest('GET', path, '', match)], status: 304 }
      },
    },
    {
      name: `changing ${rows}`,
      title: `PATCH, then GET ${rows} rows, ${writers} connections`,
      connections: writers,
      servers: [c, t],
      plan: (server) => ({
        inStep: true,
        step: (connection) => {
          const table = `films${rows}-${connection}`
          return [patch(server, table, 0, 1), rawRequest('GET', `/${table}`)]
        },
      }),
    },
  ])
  const hasEtag = (await etagOf(t, '/films50-0')) !== null
  if (!hasEtag) console.log('Triptych sends no ETag with a table: nothing to ask with.\n')
  return [
    {
      name: 'patch',
      title: 'PATCH one cell of 10,000 rows, 50 connections',
      connections: 50,
      servers: [a, b, t],
      plan: (server) => ({ step: (connection) => [patch(server, 'films', connection, 50)] }),
    },
    ...sized.filter(({ name }) => hasEtag || !name.startsWith('not modified')),
    {
      name: 'changing alone',
      title: `PATCH alone, ${writers} connections`,
      connections: writers,
      servers: [c, t],
      plan: (server) => ({
        inStep: true,
        step: (connection) => [patch(server, `films50-${connection}`, 0, 1)],
      }),
    },
  ]
}

const ratios: Ratio[] = [
  {
    under: 'patch',
    title: 'PATCH requests/s, Triptych / A',
    of: (sample) => sample('patch', triptych).perSecond / sample('patch', each).perSecond,
    goal: { atLeast: 1.3 },
  },
  {
    under: 'patch',
    title: 'PATCH requests/s, Triptych / B',
    of: (sample) => sample('patch', triptych).perSecond / sample('patch', group).perSecond,
    goal: { atLeast: 0.6 },
  },
  {
    under: 'patch',
    title: 'PATCH CPU, Triptych / B',
    of: (sample) => sample('patch', triptych).cpu / sample('patch', group).cpu,
  },
  ...[50, 1000].flatMap((rows): Ratio[] => [
    {
      under: `read ${rows}`,
      title: `GET ${rows} CPU, Triptych / C`,
      of: (sample) => sample(`read ${rows}`, triptych).cpu / sample(`read ${rows}`, plain).cpu,
      goal: { atMost: 0.8 },
    },
    {
      under: `not modified ${rows}`,
      title: `304 CPU, Triptych / C answering ${rows} rows`,
      of: (sample) =>
        sample(`not modified ${rows}`, triptych).cpu / sample(`read ${rows}`, plain).cpu,
    },
    {
      under: `changing ${rows}`,
      title: `PATCH + GET ${rows} CPU, Triptych / C`,
      of: (sample) =>
        sample(`changing ${rows}`, triptych).cpu / sample(`changing ${rows}`, plain).cpu,
    },
    {
      under: `changing ${rows}`,
      title: `GET ${rows} after each change, CPU, Triptych / C`,
      of: (sample) => {
        const read = (server: string) =>
          sample(`changing ${rows}`, server).cpu - sample('changing alone', server).cpu
        return read(triptych) / read(plain)
      },
    },
  ]),
]

function startFloor(name: string) {
  return async (folder: string): Promise<Subject> =>
    ready(await startSmallFloor(name, folder, name === each ? 'each' : 'group'))
}

async function startTriptych(folder: string, { profile }: Options): Promise<Subject> {
  const cli = join(import.meta.dirname, '../packages/server/bin/triptych.js')
  const profiler = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const serve = ['serve', '--port', '0', '--data', join(folder, 'triptych'), '--empty']
  const args = [...profiler, cli, ...serve]
  const server = await startServer({ name: triptych, args, stderr: 'ignore' })
  try {
    for (const [table, rows] of tableSizes) await createTable(server, table, rows)
    return await ready(server)
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function createTable(server: Server, name: string, rows: number): Promise<void> {
  const columns = [
    { name: 'name', type: 'text' },
    { name: 'year', type: 'integer' },
    { name: 'votes', type: 'integer' },
  ]
  const load = await openLoad(server.port, 50)
  const create = rawRequest('POST', '/tables', JSON.stringify({ name, columns }))
  await load.run({ seconds: 60, steps: 1, step: () => [create] })
  let n = 0
  const add = () => [rawRequest('POST', `/${name}`, JSON.stringify(film(n++)))]
  await load.run({ seconds: 60, steps: rows, step: add })
  load.close()
}

async function ready(server: Server): Promise<Subject> {
  const ids = new Map<string, number[]>()
  for (const [table, size] of tableSizes) {
    const rows = await readTable(server, table)
    if (rows.length !== size) throw new Error(`${server.name} has ${rows.length} rows in ${table}`)
    ids.set(
      table,
      rows.map(({ id }) => id),
    )
  }
  return { ...server, ids, written: new Map() }
}

// No value comes twice, so that every edit changes its cell.
let lastValue = 1_000_000

/** Sets `votes` of a random row; of `sharers` connections no two ever choose the same row. */
function patch({ ids, written }: Subject, table: string, share: number, sharers: number): string {
  const rows = ids.get(table) ?? []
  const id = rows[share + sharers * Math.floor((Math.random() * rows.length) / sharers)]
  written.set(`${table}/${id}`, ++lastValue)
  return rawRequest('PATCH', `/${table}/${id}`, `{"key":"votes","value":"${lastValue}"}`)
}

/** Every cell holds the value it was last set to, or the figures mean nothing. */
async function verify(subject: Subject): Promise<void> {
  for (const table of tableSizes.keys()) {
    for (const { id, votes } of await readTable(subject, table)) {
      const expected = subject.written.get(`${table}/${id}`) ?? votes
      if (votes !== expected) {
        throw new Error(`${subject.name}: ${table}/${id} is ${votes}, was set to ${expected}`)
      }
    }
  }
}

async function readTable(server: Server, table: string): Promise<{ id: number; votes: number }[]> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/${table}`)
  return (await answer.json()) as { id: number; votes: number }[]
}

async function etagOf(server: Server, path: string): Promise<string | null> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
  await answer.arrayBuffer()
  return answer.headers.get('etag')
}

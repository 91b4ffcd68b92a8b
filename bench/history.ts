import { join } from 'node:path'
import { compare, isAsked } from './compare.ts'
import type { Options, Ratio, Samples, Scenario } from './compare.ts'
import { startHistoryFloor } from './history-floor.ts'
import { fillLog, things } from './history-log.ts'
import { rawRequest } from './load.ts'
import { printGoals, report } from './report.ts'
import type { Finding } from './report.ts'
import type { Server } from './server.ts'
import { databaseIn, startTriptych } from './tables-server.ts'

/** What became of one thing, of a thousand that a long log tells of, beside the bare query of as many entries. */
export async function benchHistory(
  folder: string,
  options: Options,
): Promise<{ samples: Samples; findings: Finding[] }> {
  if (!isAsked(options, 'of')) return { samples: {}, findings: [] }
  const data = join(folder, 'history')
  await fillLog(data, options)
  const servers = [
    await startTriptych(options, data),
    await startHistoryFloor(databaseIn(data)),
    await startHistoryFloor(databaseIn(data), 'same facts'),
  ]
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

/** No thing has this number. */
const nobody = 1_000_000

function scenariosFor(servers: Server[]): Scenario[] {
  const [triptych, bare] = servers as [Server, Server]
  return [
    scenario('of nothing', 'GET of the history of a row that never was', [triptych, bare], (n) =>
      historyOf(`films/${nobody + n}`),
    ),
    scenario(
      'of all',
      'GET of 50 entries of the log as they are, from any place',
      [triptych],
      (n) => `/changes?since=${n}&limit=50`,
    ),
    scenario('of row', 'GET of the last 50 steps of a row', servers, (n) =>
      historyOf(`films/${n}`),
    ),
    scenario('of task', 'GET of the last 50 steps of a task', servers, (n) =>
      historyOf(`tasks/${n}`),
    ),
  ]
}

function scenario(
  name: string,
  title: string,
  servers: Server[],
  path: (n: number) => string,
): Scenario {
  const step = (): string[] => [rawRequest('GET', path(1 + Math.floor(Math.random() * things)))]
  return {
    name,
    title: `${title}, 1 connection`,
    connections: 1,
    servers,
    plan: () => ({ step }),
  }
}

function historyOf(thing: string): string {
  return `/history?of=${encodeURIComponent(thing)}`
}

function ratiosOf(scenarios: Scenario[]): Ratio[] {
  const told = scenarios.filter(({ name }) => name === 'of row' || name === 'of task')
  return told.flatMap(({ name, servers }) => {
    const [ours = '', bare = '', facts = ''] = servers.map((server) => server.name)
    const title = `CPU of the history ${name}`
    const goal = { atMost: 1.5 }
    return [
      ...[bare, facts].map((floor): Ratio => ({
        under: name,
        title: `${title}, Triptych / ${floor}`,
        of: (sample) => sample(name, ours).cpu / sample(name, floor).cpu,
        goal,
      })),
      ...[bare, facts].map((floor): Ratio => ({
        under: name,
        title: `${title}, what it adds to an answer of nothing, Triptych / ${floor}`,
        of: (sample) =>
          (sample(name, ours).cpu - sample('of nothing', ours).cpu) /
          (sample(name, floor).cpu - sample('of nothing', bare).cpu),
        goal,
      })),
      {
        under: name,
        title: `${title} / 50 entries of the log, both by Triptych`,
        of: (sample) => sample(name, ours).cpu / sample('of all', ours).cpu,
        goal,
      },
    ]
  })
}

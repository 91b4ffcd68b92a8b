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
    scenario('of row', 'GET of the last 50 steps of a row, 1 connection', (n) => `films/${n}`),
    scenario('of task', 'GET of the last 50 steps of a task, 1 connection', (n) => `tasks/${n}`),
  ]
}

function ratiosOf(scenarios: Scenario[]): Ratio[] {
  return scenarios.flatMap(({ name, servers }) => {
    const [ours = '', ...floors] = servers.map((server) => server.name)
    return floors.map((floor): Ratio => ({
      under: name,
      title: `CPU of the history ${name}, Triptych / ${floor}`,
      of: (sample) => sample(name, ours).cpu / sample(name, floor).cpu,
      goal: { atMost: 1.5 },
    }))
  })
}

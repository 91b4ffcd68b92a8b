import type { Options, Sample, Samples } from './compare.ts'
import { residentMb } from './server.ts'
import { openLoad } from './load.ts'
import type { Load, LoadResult, Plan } from './load.ts'
import type { Postgres } from './scale-services.ts'
import type { Server } from './server.ts'

/** Servers that share one load. */
export interface Crowd {
  name: string
  servers: Server[]
}

/** One kind of load, put on several crowds in turn. */
export interface SpreadScenario<C extends Crowd = Crowd> {
  name: string
  title: string
  connections: number
  crowds: C[]
  /** The requests of a connection; each knows its number among all of them. */
  step: (crowd: C, connection: number) => string[]
}

/** Where the CPU of the others stands among the samples of a scenario: that of PostgreSQL, or ours. */
export function beside(scenario: string, who: 'PostgreSQL' | 'load'): string {
  return `${scenario}, ${who}`
}

/** As `compare` does, with connections dealt out to all servers of a crowd. */
export async function compareCrowds<C extends Crowd>(
  scenarios: SpreadScenario<C>[],
  postgres: Postgres,
  { seconds, repeats }: Options,
): Promise<Samples> {
  const samples: Samples = {}
  for (let repeat = 0; repeat < repeats; repeat++) {
    const warmUp = repeat === 0 ? 1 : 0.3
    for (const scenario of scenarios) {
      for (const crowd of scenario.crowds) {
        const { sample, database, load } = await measure(scenario, crowd, postgres, [
          warmUp,
          seconds,
        ])
        const keep = (name: string, one: Sample) =>
          ((samples[name] ??= {})[crowd.name] ??= []).push(one)
        keep(scenario.name, sample)
        keep(beside(scenario.name, 'PostgreSQL'), { ...sample, cpu: database })
        keep(beside(scenario.name, 'load'), { ...sample, cpu: load })
      }
    }
  }
  return samples
}

async function measure<C extends Crowd>(
  { title, connections, step }: SpreadScenario<C>,
  crowd: C,
  postgres: Postgres,
  [warmUp, seconds]: [number, number],
): Promise<{ sample: Sample; database: number; load: number }> {
  const { servers } = crowd
  const each = Math.floor(connections / servers.length)
  const loads = await Promise.all(servers.map(({ port }) => openLoad(port, each)))
  const planOf = (server: number, length: number): Plan => ({
    seconds: length,
    step: (connection) => step(crowd, server * each + connection),
  })
  const run = (length: number) =>
    Promise.all(loads.map((load: Load, server) => load.run(planOf(server, length))))
  const cpuSeconds = () => ({
    servers: servers.reduce((sum, server) => sum + server.cpuSeconds(), 0),
    database: postgres.cpuSeconds(),
    load: ownCpuSeconds(),
  })
  try {
    await run(warmUp)
    const before = cpuSeconds()
    const results = await run(seconds)
    const after = cpuSeconds()
    const steps = results.reduce((sum, result) => sum + result.steps, 0)
    const perStep = (of: keyof typeof before) => ((after[of] - before[of]) * 1e6) / steps
    const mb = servers.reduce((sum, server) => sum + residentMb(server), 0)
    const sample = { ...summary(results), cpu: perStep('servers'), mb }
    return { sample, database: perStep('database'), load: perStep('load') }
  } catch (error) {
    throw new Error(`${title}, ${crowd.name}`, { cause: error })
  } finally {
    for (const load of loads) load.close()
  }
}

/** Latencies are those of the slowest server. */
function summary(results: LoadResult[]): Omit<Sample, 'cpu' | 'mb'> {
  return {
    perSecond: results.reduce((sum, { steps, seconds }) => sum + steps / seconds, 0),
    p50: Math.max(...results.map(({ p50 }) => p50)),
    p99: Math.max(...results.map(({ p99 }) => p99)),
  }
}

function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

import { residentMb } from './server.ts'
import { openLoad } from './load.ts'
import type { Plan } from './load.ts'
import type { Server } from './server.ts'

export interface Options {
  seconds: number
  repeats: number
  /** Only scenarios whose name begins with this. */
  only: string
  /** The share of the full sizes, where a benchmark has large ones. */
  scale: number
  /** Whether peers may be brought by npm. */
  install: boolean
  /** Triptych writes a CPU profile of the whole run here when it stops. */
  profile: string | null
}

/** Whether something of this name is among what was asked for with `--only`. */
export function isAsked({ only }: Options, name: string): boolean {
  return name.startsWith(only) || only.startsWith(name)
}

/** One kind of load, put on several servers in turn. */
export interface Scenario<S extends Server = Server> {
  name: string
  title: string
  connections: number
  servers: S[]
  plan: (server: S) => Omit<Plan, 'seconds'> | Promise<Omit<Plan, 'seconds'>>
}

export interface Sample {
  perSecond: number
  /** CPU of the server process in microseconds a step. */
  cpu: number
  p50: number
  p99: number
  /** Megabytes of memory the process has right after. */
  mb: number
  /** Seconds of CPU the sample is made of. */
  spent?: number
}

/** One number made of the samples of a repeat; of all repeats the median counts. */
export interface Ratio {
  /** The name of the scenario it is printed under. */
  under: string
  title: string
  of: (sample: (scenario: string, server: string) => Sample) => number
  goal?: { atLeast: number } | { atMost: number }
}

/** `samples[scenario][server]`, one sample a repeat. */
export type Samples = Record<string, Record<string, Sample[]>>

/** Measures server after server, scenario after scenario, and all of it again in each repeat. */
export async function compare<S extends Server>(
  scenarios: Scenario<S>[],
  { seconds, repeats }: Options,
): Promise<Samples> {
  const samples: Samples = {}
  for (let repeat = 0; repeat < repeats; repeat++) {
    const warmUp = repeat === 0 ? 0.6 : 0.2
    for (const scenario of scenarios) {
      for (const server of scenario.servers) {
        const sample = await measure(scenario, server, warmUp, seconds)
        ;((samples[scenario.name] ??= {})[server.name] ??= []).push(sample)
      }
    }
  }
  return samples
}

export async function measure<S extends Server>(
  scenario: Pick<Scenario<S>, 'title' | 'connections' | 'plan'>,
  server: S,
  warmUp: number,
  seconds: number,
): Promise<Sample> {
  const plan = await scenario.plan(server)
  const load = await openLoad(server.port, scenario.connections)
  try {
    await load.run({ ...plan, seconds: warmUp })
    const before = server.cpuSeconds()
    // A machine with much other work leaves a server so little that the clock of the CPU would not tell.
    const needsMore = () => server.cpuSeconds() - before < enoughCpu
    const result = await load.run({ ...plan, seconds, needsMore })
    const spent = server.cpuSeconds() - before
    const cpu = cpuEach(spent, result.steps)
    const { p50, p99 } = result
    return {
      perSecond: result.steps / result.seconds,
      cpu,
      p50,
      p99,
      mb: residentMb(server),
      spent,
    }
  } catch (error) {
    throw new Error(`${scenario.title}, ${server.name}`, { cause: error })
  } finally {
    load.close()
  }
}

/** Ten ticks of the clock of the CPU: a figure made of less is a guess. */
export const enoughCpu = 0.1

// Linux counts CPU in hundredths of a second.
const halfTick = 0.005

/** Microseconds of CPU for each of so many; what is less than the clock can tell counts as half a tick. */
export function cpuEach(seconds: number, count: number): number {
  return (Math.max(seconds, halfTick) * 1e6) / count
}

const notMeasured: Sample = { perSecond: NaN, cpu: NaN, p50: NaN, p99: NaN, mb: NaN }

/** NaN where one of the samples it needs was not taken. */
export function medianRatio(ratio: Ratio, samples: Samples, repeats: number): number {
  const each = Array.from({ length: repeats }, (_, repeat) =>
    ratio.of((scenario, server) => samples[scenario]?.[server]?.[repeat] ?? notMeasured),
  )
  return median(each)
}

export function medianSample(samples: Sample[]): Sample {
  const of = (key: Exclude<keyof Sample, 'spent'>) => median(samples.map((sample) => sample[key]))
  const [perSecond, cpu, mb] = [of('perSecond'), of('cpu'), of('mb')]
  return { perSecond, cpu, p50: of('p50'), p99: of('p99'), mb }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2
}

import { enoughCpu, median, measure } from '../compare.ts'
import type { Options, Sample, Scenario } from '../compare.ts'
import type { Server } from '../server.ts'

/** `floor`: what one would write by hand for one purpose; `peer`: what others have; `ours`: Triptych. */
export type Role = 'floor' | 'peer' | 'ours'

/** One of those that are measured side by side in a case. */
export interface Side {
  label: string
  role: Role
  take(warmUp: number, seconds: number): Promise<Sample>
}

/** Which figure of a sample a case is about: CPU of a request, or the time somebody waits. */
export type Figure = 'cpu' | 'p50'

export interface Case {
  name: string
  title: string
  figure: Figure
  sides: Side[]
  /** How far we want to be from the side with this label, at most. */
  aim?: Aim
  /** Cases of one growth differ by the number of rows alone. */
  growth?: { of: string; rows: number }
}

export interface Aim {
  of: string
  atMost: number
}

/** A case and all that was measured of it, as it is written to the file of `--json`. */
export interface Measured extends Omit<Case, 'sides'> {
  sides: { label: string; role: Role; samples: Sample[] }[]
}

/** Case after case, in each of them side after side, and all of it again in each repeat. */
export async function takeAll(
  cases: Case[],
  { seconds, repeats, only }: Options,
): Promise<Measured[]> {
  const chosen = cases.filter(({ name }) => name.startsWith(only))
  const measured = chosen.map(({ sides, ...rest }): Measured => {
    return { ...rest, sides: sides.map(({ label, role }) => ({ label, role, samples: [] })) }
  })
  for (let repeat = 0; repeat < repeats; repeat++) {
    // V8 makes code fast after some thousands of calls: what does more for each request needs longer until it is.
    const warmUp = seconds * (repeat === 0 ? 3 : 0.2)
    for (const [n, { name, sides }] of chosen.entries()) {
      console.log(`  ${name}, ${repeat + 1} of ${repeats}`)
      for (const [at, side] of sides.entries()) {
        const sample = await takeOne(side, warmUp, seconds)
        if (sample) measured[n]?.sides[at]?.samples.push(sample)
        else console.log(`    ${side.label} broke off.`)
      }
    }
  }
  return measured
}

/** A peer that breaks off has no figure; a floor or Triptych that does ends the run. */
async function takeOne(side: Side, warmUp: number, seconds: number): Promise<Sample | null> {
  try {
    return await side.take(warmUp, seconds)
  } catch (error) {
    if (side.role === 'peer') return null
    throw error
  }
}

/** A side that is asked the same again and again over some connections. */
export function asked(
  role: Role,
  server: Server,
  { label = server.name, connections = 1, ...plan }: AskedPlan,
): Side {
  const scenario = { title: label, connections, plan: () => plan }
  return { label, role, take: (warmUp, seconds) => measure(scenario, server, warmUp, seconds) }
}

type AskedPlan = Awaited<ReturnType<Scenario['plan']>> & { label?: string; connections?: number }

/** The median of a figure of one side; NaN where it was not measured. */
export function figureOf({ figure, sides }: Measured, label: string): number {
  const side = sides.find((one) => one.label === label)
  return median((side?.samples ?? []).map((sample) => sample[figure]))
}

/** Whether a figure is made of so much CPU that its clock can tell; times need none. */
export function isSure({ figure, sides }: Measured, label: string): boolean {
  const samples = sides.find((side) => side.label === label)?.samples ?? []
  const spent = samples.reduce((sum, sample) => sum + (sample.spent ?? enoughCpu), 0)
  return figure !== 'cpu' || spent >= enoughCpu
}

/** What a case is held against: the side its aim names, else its first floor. */
export function floorOf({ aim, sides }: Measured): string {
  return aim?.of ?? sides.find(({ role }) => role === 'floor')?.label ?? ''
}

/** Ours against another side, see `ratioOf`. */
export function ratioTo(measured: Measured, label: string): number {
  return ratioOf(measured, measured.sides.find(({ role }) => role === 'ours')?.label ?? '', label)
}

/** The median over the repeats, as each pair was measured at one time. */
export function ratioOf({ figure, sides }: Measured, one: string, other: string): number {
  const of = (label: string) => sides.find((side) => side.label === label)?.samples ?? []
  const [ones, others] = [of(one), of(other)]
  const pairs = Math.min(ones.length, others.length)
  const at = (samples: Sample[], n: number) => samples[n]?.[figure] ?? NaN
  return median(Array.from({ length: pairs }, (_, n) => at(ones, n) / at(others, n)))
}

/** The peer that needs least. */
export function bestPeer(measured: Measured): string | undefined {
  const peers = measured.sides.filter(({ role, samples }) => role === 'peer' && samples.length > 0)
  return peers
    .map(({ label }) => label)
    .toSorted((a, b) => figureOf(measured, a) - figureOf(measured, b))[0]
}

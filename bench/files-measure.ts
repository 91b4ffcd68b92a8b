import { median } from './compare.ts'
import type { Options, Ratio } from './compare.ts'
import { judge, metOrNot } from './report.ts'
import type { Finding } from './report.ts'
import type { Server } from './server.ts'

/** What every part of the benchmark of files gets. */
export interface Bench {
  /** Empty, on the disk that is measured. */
  folder: string
  /** Stays after the run, for what takes long to make. */
  cache: string
  options: Options
  floor: Server
}

/** One thing that took its time, again and again. */
export interface Row {
  label: string
  /** Of each repeat, in milliseconds. */
  ms: number[]
  /** CPU of the server in milliseconds, on average. */
  cpu?: number
  /** What else is to be said. */
  note?: string
}

export interface Part {
  title: string
  rows: Row[]
  findings: Finding[]
}

export function finding(title: string, value: number, goal?: Ratio['goal']): Finding {
  return judge({ title, ...(goal && { goal }) }, value)
}

/** How many there are at this scale, and never none. */
export function scaled({ options }: Pick<Bench, 'options'>, full: number): number {
  return Math.max(1, Math.round(full * options.scale))
}

/** At least `least` repeats, and more where the options want more. */
export function repeats({ options }: Pick<Bench, 'options'>, least: number): number {
  return Math.max(least, options.repeats)
}

export interface Timing {
  ms: number
  cpu: number
}

/** Wall time, and what the server spent on it; the time is the work's own if it answers one. */
export async function timed(server: Server, work: () => Promise<number | void>): Promise<Timing> {
  const cpu = server.cpuSeconds()
  const began = performance.now()
  const own = await work()
  const ms = own ?? performance.now() - began
  return { ms, cpu: (server.cpuSeconds() - cpu) * 1000 }
}

export function rowOf(label: string, timings: Timing[], note?: string): Row {
  const ms = timings.map((timing) => timing.ms)
  return { label, ms, cpu: meanCpu(timings), ...(note !== undefined && { note }) }
}

/** Not the median: the clock of the CPU has only hundredths of a second, but it drops none. */
export function meanCpu(timings: Timing[]): number {
  return timings.reduce((sum, { cpu }) => sum + cpu, 0) / timings.length
}

/** The median of the ratios of each pair: those were measured one right after the other. */
export function pairedRatio(one: Timing[], other: Timing[], of: keyof Timing = 'ms'): number {
  return median(one.map((timing, index) => timing[of] / (other[index]?.[of] ?? NaN)))
}

export function medianMs(timings: Timing[]): number {
  return median(timings.map(({ ms }) => ms))
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export function printPart({ title, rows, findings }: Part): void {
  print([title, 'median ms', 'least', 'most', 'CPU ms'])
  for (const { label, ms, cpu, note } of rows) {
    const [least, most] = [Math.min(...ms), Math.max(...ms)]
    const times = [median(ms), least, most].map(digits)
    print([`  ${label}`, ...times, cpu === undefined ? '–' : digits(cpu), note ?? ''])
  }
  for (const found of findings) {
    const verdict = found.goal === undefined ? '' : `${found.goal} ${metOrNot(found)}`
    console.log(`    ${found.title.padEnd(56)} ${digits(found.value).padStart(8)}  ${verdict}`)
  }
  console.log()
}

/** As many digits as tell something. */
function digits(value: number): string {
  if (Number.isNaN(value)) return '–'
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}

function print([first = '', one = '', two = '', three = '', four = '', note = '']: string[]): void {
  const cells = [one, two, three, four].map((cell) => cell.padStart(10)).join('')
  console.log(`${first.padEnd(50)}${cells}  ${note}`.trimEnd())
}

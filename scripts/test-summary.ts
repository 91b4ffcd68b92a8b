import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Job, Stage } from './test-plan.ts'
import type { Outcome } from './test-run.ts'

interface Times {
  seconds: number
  cpuSeconds: number
}

/** How long each job took when it ran last, longest first. */
const timesFile = '.cache/test-times.json'
const stages: Stage[] = ['pure', 'browser', 'SQLite', 'PostgreSQL', 'accounts', 'portable']
const mostShown = 20

export function nameOf({ files, stage }: Job): string {
  if (stage === 'pure') return `${files.length} files (pure)`
  return `${files[0]}${files.length > 1 ? ` and ${files.length - 1} more` : ''} (${stage})`
}

/** So that nobody waits for the last one alone. What never ran here is judged by its length. */
export function longestFirst(jobs: readonly Job[]): Job[] {
  const known = readTimes()
  // Those in one process stand for many small ones.
  const weight = (job: Job) =>
    job.stage === 'pure' ? Infinity : (known[nameOf(job)]?.seconds ?? bytesOf(job) / 1000)
  return jobs.toSorted((one, other) => weight(other) - weight(one))
}

/** For the next run, and for whoever wants to know where the time goes. */
export function keepTimes(outcomes: readonly Outcome[]): void {
  const all = readTimes()
  for (const { job, seconds, cpuSeconds } of outcomes) all[nameOf(job)] = { seconds, cpuSeconds }
  const sorted = Object.entries(all).toSorted(([, a], [, b]) => b.seconds - a.seconds)
  mkdirSync(dirname(timesFile), { recursive: true })
  writeFileSync(timesFile, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`)
}

/** The slowest files, and each stage: of those that run beside each other, the sum. */
export function timesOf(outcomes: readonly Outcome[], seconds: number): string {
  const slowest = outcomes.toSorted((a, b) => b.seconds - a.seconds).slice(0, mostShown)
  const ofStages = stages.flatMap((stage) => {
    const own = outcomes.filter(({ job }) => job.stage === stage)
    if (own.length === 0) return []
    const files = sum(own.map(({ job }) => job.files.length))
    const tests = sum(own.map(({ passed }) => passed))
    return lineOf(`${stage}: ${files} files, ${tests} tests`, {
      seconds: sum(own.map((one) => one.seconds)),
      cpuSeconds: sum(own.map((one) => one.cpuSeconds)),
    })
  })
  return [
    `\nThe slowest, of ${(seconds / 60).toFixed(1)} minutes:`,
    ...slowest.map((one) => lineOf(nameOf(one.job), one)),
    'Each stage:',
    ...ofStages,
    lineOf('all of them, browsers and servers among it', {
      seconds,
      cpuSeconds: sum(outcomes.map((one) => one.cpuSeconds)),
    }),
  ].join('\n')
}

/** What was not tried, and why; `null` when everything was. */
export function leftOut(outcomes: readonly Pick<Outcome, 'skipped'>[]): string | null {
  const counts = new Map<string, number>()
  for (const reason of outcomes.flatMap(({ skipped }) => skipped)) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  if (counts.size === 0) return null
  const reasons = [...counts].map(([reason, count]) => `${count} because ${reason}`)
  return `Left out: ${reasons.join(', ')}.`
}

function lineOf(name: string, { seconds, cpuSeconds }: Times): string {
  const times = [seconds, cpuSeconds].map((value) => value.toFixed(1).padStart(7))
  return `${times[0]} s, CPU ${times[1]} s  ${name}`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function bytesOf({ files }: Job): number {
  return sum(files.map((file) => statSync(file).size))
}

function readTimes(): Record<string, Times> {
  try {
    return JSON.parse(readFileSync(timesFile, 'utf8')) as Record<string, Times>
  } catch {
    return {}
  }
}

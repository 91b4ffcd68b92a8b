import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Attack } from './attack/attack.ts'
import { allAttacks } from './attack/all-attacks.ts'
import { startPostgres } from './postgres.ts'

/**
 * `npm run attack -- [--postgres] [words…]`: all attacks, or those whose name has one of the words in it, on
 * SQLite or on PostgreSQL.
 */
const isOnPostgres = process.argv.includes('--postgres')
const words = process.argv.slice(2).filter((word) => word !== '--postgres')
const heapMegabytes = 512

interface Outcome {
  name: string
  outcome: string
  seconds: number
  /** The longest that `/health/live` was waited for. */
  stallMs: number
  peakMegabytes: number
}

process.chdir(resolve(import.meta.dirname, '..'))
/** What the machine does by itself. */
const nothing = { name: 'nothing', sends: 'nothing, for five seconds', run: () => sleep(5000) }
const attacks = [nothing, ...allAttacks(1)].filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)
const outcomes: Outcome[] = []
for (const attack of attacks) {
  console.log(`${attack.name}: ${attack.sends}`)
  const outcome = await suffer(attack)
  outcomes.push(outcome)
  console.log(lineOf(outcome))
}
console.log(`\nA server with ${heapMegabytes} MB of heap, anew for each:`)
for (const outcome of outcomes) console.log(lineOf(outcome))
process.exit(outcomes.every(({ outcome }) => outcome === 'held') ? 0 : 1)

function lineOf({ name, outcome, seconds, stallMs, peakMegabytes }: Outcome): string {
  const figures = [
    `${seconds.toFixed(1)} s`.padStart(9),
    `stall ${Math.round(stallMs)} ms`.padStart(16),
    `peak ${Math.round(peakMegabytes)} MB`.padStart(14),
  ]
  return `${name.padEnd(44)}${figures.join('')}  ${outcome}`
}

/** A server of its own for each attack. */
async function suffer({ name, run }: Attack): Promise<Outcome> {
  const data = mkdtempSync(join(tmpdir(), 'triptych-attack-'))
  const postgres = isOnPostgres ? await startPostgres() : null
  const database = postgres ? ['--database', postgres.url] : []
  const flags = ['--data', data, '--empty', '--no-page', '--port', '0', '--log-level', 'error']
  const server = spawn(
    process.execPath,
    [
      `--max-old-space-size=${heapMegabytes}`,
      'packages/server/bin/triptych.js',
      'serve',
      ...flags,
      ...database,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(server, 'exit')
  try {
    const [line] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string]
    const base = /http:\S+/.exec(line)?.[0] ?? ''
    const watch = watchHealth(base)
    const began = performance.now()
    const outcome = await run({ base }).then(
      () => 'held',
      (error: unknown) => (server.exitCode === null ? `failed: ${String(error)}` : 'ENDED'),
    )
    const seconds = (performance.now() - began) / 1000
    // Whoever looked while the last of it was done has to be answered, too.
    await sleep(200)
    const peakMegabytes = peakOf(server.pid)
    const stallMs = await watch.stop()
    return { name, outcome, seconds, stallMs, peakMegabytes }
  } finally {
    server.kill('SIGKILL')
    await ended
    await postgres?.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** In a thread of its own: what sends the attack is busy itself. */
function watchHealth(base: string): { stop(): Promise<number> } {
  const worker = new Worker(new URL('attack/watch-health.ts', import.meta.url), {
    workerData: `${base}health/live`,
  })
  return {
    async stop() {
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage('stop')
      const [longest] = (await once(worker, 'message')) as [number]
      await worker.terminate()
      return longest
    },
  }
}

function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
  } catch {
    return NaN
  }
}

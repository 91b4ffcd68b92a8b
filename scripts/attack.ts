import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Attack } from './attack/attack.ts'
import { attacksByWriting } from './attack/writes.ts'

/** `npm run attack [words…]`: all attacks, or those whose name has one of the words in it. */
const words = process.argv.slice(2)
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
const attacks = attacksByWriting(1).filter(
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
  const flags = ['--data', data, '--empty', '--no-page', '--port', '0', '--log-level', 'error']
  const server = spawn(
    process.execPath,
    [`--max-old-space-size=${heapMegabytes}`, 'packages/server/bin/triptych.js', 'serve', ...flags],
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

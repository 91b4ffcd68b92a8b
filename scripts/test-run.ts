import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { depth } from '../packages/server/test/fixtures/seeded-random.ts'
import type { Job } from './test-plan.ts'
import type { TestReport } from './test-reporter.ts'

export interface Outcome extends TestReport {
  job: Job
  isGood: boolean
  seconds: number
  /** What `node:test` has to say of it. */
  text: string
}

const reporter = resolve(import.meta.dirname, 'test-reporter.ts')
/** For a test, and for a process: it may have to share the machine. One that never ends leaves time for the others. */
const [testMs, processMs] = [10 * 60_000, 15 * 60_000]

/** Node 22 has it under another name. */
const isolation = process.allowedNodeEnvironmentFlags.has('--test-isolation')
  ? '--test-isolation'
  : '--experimental-test-isolation'

/** Runs the tests of one job in a process of their own. */
export async function runTests(
  job: Job,
  env: Record<string, string>,
  signal?: AbortSignal,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'triptych-test-'))
  const told = join(folder, 'report.json')
  const flags = [
    `--test-timeout=${testMs * depth}`,
    // A `waitFor` that has given up goes on asking if an answer was on its way then, and would hold the process for an hour.
    '--test-force-exit',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${told}`,
  ]
  const several = job.files.length > 1 ? ['--test', `${isolation}=none`] : []
  const began = performance.now()
  const child = spawn(process.execPath, [...several, ...flags, ...job.files], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    ...(signal && { signal }),
  })
  // It has to end; that this one was told to is nothing to fail for.
  child.on('error', () => {})
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more))
  child.stderr.setEncoding('utf8').on('data', (more: string) => (text += more))
  const late = setTimeout(() => child.kill('SIGKILL'), processMs * depth)
  // Not when all its pipes are closed: somebody whom it has left behind may hold them.
  const code = await new Promise<number | null>((ended) => child.once('exit', ended))
  clearTimeout(late)
  const report = readReport(told)
  rmSync(folder, { recursive: true, force: true })
  const seconds = (performance.now() - began) / 1000
  return { ...report, job, seconds, text, isGood: code === 0 && report.failed === 0 }
}

/** A process that was killed has written none. */
function readReport(file: string): TestReport {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport
  } catch {
    return { passed: 0, failed: 1, redFiles: [], skipped: [], cpuSeconds: 0 }
  }
}

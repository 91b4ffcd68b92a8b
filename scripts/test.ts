import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve, sep } from 'node:path'
import { areDocsBuilt, buildDocs } from '../apps/web/build/docs/build-docs.ts'
import { isPageBuilt } from '../apps/web/build/page-stamp.ts'
import { chosenSeed, depth } from '../packages/server/test/fixtures/seeded-random.ts'
import { planTests, servicesOf } from './test-plan.ts'
import type { Job } from './test-plan.ts'
import { buildProgram } from './test-program.ts'
import { runTests } from './test-run.ts'
import type { Outcome } from './test-run.ts'
import { startServices } from './test-services.ts'
import { keepTimes, leftOut, longestFirst, nameOf, timesOf } from './test-summary.ts'
import { bringTools } from './tools.ts'

process.chdir(resolve(import.meta.dirname, '..'))
/** `npm test [words…]`: every test, or those whose path has one of the words in it. */
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
/** `npm run test:accounts [words…]`: those that can be asked with accounts on, as an owner, and nothing else. */
const withAccounts = process.argv.includes('--accounts')
/** `npm run test:portable [words…]`: all that uses folders, with these held by their paths, as on macOS and Windows. */
const isPortable = process.argv.includes('--portable')
/** `TRIPTYCH_TEST_ENGINE=postgres npm test words…` leaves out SQLite and the folder. */
const isOnPostgres = process.env['TRIPTYCH_TEST_ENGINE'] === 'postgres'
/** `npm run test:all`, and every night: all that can runs on PostgreSQL, with accounts and by paths, too, and not just samples. */
const isWhole =
  process.argv.includes('--all') || withAccounts || isPortable || isOnPostgres || depth > 1
const began = performance.now()

const files = globSync('{packages,apps,scripts,bench}/**/*.test.ts', {
  exclude: (name) => /node_modules|dist/.test(name),
})
  // As they are written everywhere, also where the system writes them otherwise.
  .map((file) => file.replaceAll(sep, '/'))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted()
const jobs = longestFirst(planTests(files, { isWhole })).filter(isWanted)
if (jobs.length === 0) {
  console.error(`No test matches ${words.join(' ')}.`)
  process.exit(1)
}

const wanted = servicesOf(files)
if (isOnPostgres || jobs.some(({ stage }) => stage === 'PostgreSQL'))
  wanted.add('postgres').add('s3')
bringTools(wanted.has('s3'))
if (!isPageBuilt()) {
  const { buildPage } = await import('../apps/web/build/build-page.ts')
  await buildPage()
}
if (!areDocsBuilt()) await buildDocs()
const services = await startServices(wanted)
const env = {
  ...services.env,
  // Much of what a process does is making JavaScript of the source: all of them share what is made.
  NODE_COMPILE_CACHE: resolve('.cache/compile'),
  TRIPTYCH_TEST_DEPTH: String(depth),
  TRIPTYCH_TEST_SEED: String(chosenSeed()),
  // Whoever asks for some wants to read of their own lines where something fails.
  ...(words.length === 0 && { TRIPTYCH_TEST_PROGRAM: await buildProgram() }),
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
}
if (!isWhole && words.length === 0)
  console.log('A sample on PostgreSQL and by paths; npm run test:all has all of it.')
if (depth > 1) {
  console.log(`TRIPTYCH_TEST_DEPTH=${depth} TRIPTYCH_TEST_SEED=${env.TRIPTYCH_TEST_SEED}`)
}

const mostAskedAgain = 12
const outcomes: Outcome[] = []
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
// What a person does in a browser has to come at the right moment: no more of them at once than there are processors.
const inBrowser = jobs.filter(({ isShown }) => isShown)
const others = jobs.filter(({ isShown }) => !isShown)
// Half of its time a test waits for a disk, a database or a process, and somebody else may work.
await Promise.all(
  Array.from({ length: 2 * availableParallelism() }, async (_, index) => {
    if (index < availableParallelism()) await work(inBrowser)
    await work(others)
  }),
)
const unsteady = await askAgain()
await services.stop()

keepTimes(outcomes)
console.log(timesOf(outcomes, (performance.now() - began) / 1000))
const failed = outcomes.filter(({ isGood }) => !isGood)
// Once more at the end, where somebody looks who sees only the last lines.
for (const { text } of failed)
  console.error(text.slice(text.lastIndexOf('✖ failing tests')).trimEnd())
for (const { job } of failed) console.error(`Failed: ${nameOf(job)}`)
for (const job of unsteady) {
  console.error(`Unsteady, to be mended: ${nameOf(job)} failed above, and passed by itself.`)
}
const missing = leftOut(outcomes)
console.log(missing ?? 'Nothing was left out.')
// Where it counts, a test that was skipped is a test that failed.
process.exit(failed.length > 0 || stop.signal.aborted || (missing && process.env['CI']) ? 1 : 0)

function isWanted({ stage }: Job): boolean {
  if (withAccounts) return stage === 'accounts'
  if (isPortable) return stage === 'portable'
  if (stage === 'portable') return words.length === 0 && !isOnPostgres
  if (stage === 'accounts') return words.length === 0
  return stage === 'PostgreSQL' ? isOnPostgres || words.length === 0 : !isOnPostgres
}

async function work(queue: Job[]): Promise<void> {
  for (let job = queue.shift(); job && !stop.signal.aborted; job = queue.shift()) {
    outcomes.push(await run(job))
  }
}

async function run(job: Job): Promise<Outcome> {
  const isPostgres = job.stage === 'PostgreSQL' || (withAccounts && isOnPostgres)
  const chosen = {
    TRIPTYCH_TEST_ENGINE: isPostgres ? 'postgres' : 'sqlite',
    TRIPTYCH_TEST_ACCOUNTS: job.stage === 'accounts' ? '1' : '0',
    ...(job.stage === 'portable' && { TRIPTYCH_PATHS: 'portable' }),
  }
  const outcome = await runTests(job, { ...env, ...chosen }, stop.signal)
  tell(outcome)
  return outcome
}

/**
 * Somebody else may have had the machine at the wrong moment. A few that failed are asked once more, one after the
 * other, and each for its red files only; where more do, it is the code. What passes then is told all the same, as a
 * fault of the test.
 */
async function askAgain(): Promise<Job[]> {
  const bad = outcomes.filter(({ isGood }) => !isGood)
  if (bad.length > mostAskedAgain || words.length > 0) return []
  const passed: Job[] = []
  for (const first of bad) {
    if (stop.signal.aborted) break
    const { job } = first
    const red = job.files.filter((file) => first.redFiles.includes(resolve(file)))
    // A process that was killed has not told where.
    const again = { ...job, files: red.length > 0 ? red : job.files }
    if (!(await run(again)).isGood) continue
    passed.push(again)
    outcomes[outcomes.indexOf(first)] = { ...first, isGood: true }
  }
  return passed
}

/** Of what is as it should be, a line; all of it, where somebody has asked for these. */
function tell({ job, isGood, passed, seconds, cpuSeconds, text }: Outcome): void {
  if (words.length > 0 || !isGood) console.log(text.trimEnd())
  const times = `${passed} in ${seconds.toFixed(1)} s, CPU ${cpuSeconds.toFixed(1)} s`
  console.log(`${isGood ? '✔' : '✖'} ${nameOf(job)}: ${times}`)
}

import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isPageBuilt } from '../apps/web/build/page-stamp.ts'
import { startPostgres } from './postgres.ts'
import { cannotUseS3, startS3 } from './s3.ts'
import { bringTools } from './tools.ts'

/** `npm test [words…]`: every test, or those whose path has one of the words in it. */
const words = process.argv.slice(2)
const files = globSync('{packages,apps,scripts,bench}/**/*.test.ts', {
  exclude: (name) => /node_modules|dist/.test(name),
})
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted()

if (files.length === 0) {
  console.error(`No test matches ${words.join(' ')}.`)
  process.exit(1)
}

const missing = bringTools()
if (!isPageBuilt()) {
  const { buildPage } = await import('../apps/web/build/build-page.ts')
  await buildPage()
}
// Nobody kills this one; whoever does has one of its own, which waits for the disk.
const postgres = await startPostgres({ fsync: 'off', full_page_writes: 'off' })
const isOnPostgres = process.env['TRIPTYCH_TEST_ENGINE'] === 'postgres'
const needsS3 = isOnPostgres || files.some((file) => /s3|object|house|restart|servers/.test(file))
const noS3 = needsS3 ? cannotUseS3() : null
if (noS3) missing.push(`S3 (${noS3})`)
const s3 = needsS3 && !noS3 ? await startS3() : null

/** Answers whether all of them passed. Node itself would leave a processor idle. */
function run(
  some: string[],
  engine: 'sqlite' | 'postgres',
  atOnce: number = availableParallelism(),
): boolean {
  if (some.length === 0) return true
  const flags = ['--test-timeout=600000', '--test-reporter=spec', `--test-concurrency=${atOnce}`]
  const { status } = spawnSync(process.execPath, ['--test', ...flags, ...some], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TRIPTYCH_TEST_POSTGRES: postgres.url,
      ...(s3 && { TRIPTYCH_TEST_S3: s3.url }),
      TRIPTYCH_TEST_ENGINE: engine,
    },
  })
  return status === 0
}

/** What is asked of a server over HTTP is asked on every engine, with the same expectations. */
const ofServer = files.filter((file) => /server\/(src\/http|test\/svar\/)/.test(file))
const outcomes: boolean[] = []
// `TRIPTYCH_TEST_ENGINE=postgres npm test words…` leaves out SQLite and the folder.
if (!isOnPostgres) {
  // What a person does in a browser has to come at the right moment.
  const inBrowser = files.filter((file) => file.startsWith('apps/'))
  outcomes.push(run(inBrowser, 'sqlite', 1))
  outcomes.push(
    run(
      files.filter((file) => !inBrowser.includes(file)),
      'sqlite',
    ),
  )
}
if (s3 && (isOnPostgres || words.length === 0)) outcomes.push(run(ofServer, 'postgres'))
await postgres.stop()
await s3?.stop()
if (missing.length > 0) {
  console.error(`Tests that need ${missing.join(', ')} were skipped: not here, and not to be had.`)
}
// Where it counts, a test that was skipped is a test that failed.
process.exit((missing.length > 0 && process.env['CI']) || outcomes.includes(false) ? 1 : 0)

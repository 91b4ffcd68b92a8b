import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { isPageBuilt } from '../apps/web/build/page-stamp.ts'
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
const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-timeout=600000', '--test-reporter=spec', ...files],
  { stdio: 'inherit' },
)
if (missing.length > 0) {
  console.error(`Tests that need ${missing.join(', ')} were skipped: not here, and not to be had.`)
}
// Where it counts, a test that was skipped is a test that failed.
process.exit(missing.length > 0 && process.env['CI'] ? 1 : (status ?? 1))

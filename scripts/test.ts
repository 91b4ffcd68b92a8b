import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

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

const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-timeout=600000', '--test-reporter=spec', ...files],
  { stdio: 'inherit' },
)
process.exit(status ?? 1)

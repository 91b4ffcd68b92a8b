import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPage } from '../apps/web/build/build-page.ts'
import { isPageBuilt } from '../apps/web/build/page-stamp.ts'
import { createTriptych } from '../packages/server/src/index.ts'
import { bringTools } from './tools.ts'
import { scenarios } from './tour/scenarios.ts'
import { walkThrough } from './tour/walk.ts'

/**
 * `npm run tour -- [words…]`: pictures of the page with the content of the demo, of all scenarios or of those whose
 * name has one of the words in it, to be looked at.
 */
const words = process.argv.slice(2)
const folder = process.env['TRIPTYCH_TOUR'] ?? join(tmpdir(), 'triptych-tour')
const chosen = scenarios.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)

bringTools(false)
const program = spawnSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).stdout.trim()
if (program === '') throw new Error('chromium is not here.')
if (!isPageBuilt()) await buildPage()

const data = mkdtempSync(join(tmpdir(), 'triptych-tour-data-'))
const triptych = await createTriptych({ data, port: 0 })
try {
  const { url } = await triptych.listen()
  const { pictures, failed } = await walkThrough({
    url,
    program,
    folder,
    scenarios: chosen,
    told: console.log,
  })
  console.log(`${pictures.length} pictures are in ${folder}, ${failed.length} of what failed.`)
  if (failed.length > 0) process.exitCode = 1
} finally {
  await triptych.close()
  rmSync(data, { recursive: true, force: true })
}

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { scenarios } from '../../../scripts/tour/scenarios.ts'
import { walkThrough } from '../../../scripts/tour/walk.ts'
import { cannotBrowse } from './browser.ts'
import { startPageServer } from './page-server.ts'

describe('the tour', { skip: cannotBrowse }, () => {
  it('leaves a picture of each size and colour, and tells what failed', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'triptych-tour-test-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const server = await startPageServer()
    const found = spawnSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' })
    const home = scenarios.filter(({ name }) => name === 'home')

    const { pictures, failed } = await walkThrough({
      url: server.url,
      program: found.stdout.trim(),
      folder,
      scenarios: home,
    })

    assert.deepEqual(failed, [])
    assert.equal(pictures.length, 6)
    for (const picture of pictures) assert.ok(existsSync(picture), picture)
    await server.stop()
  })
})

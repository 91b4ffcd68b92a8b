import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { chosenPaths } from '../../config/environment.ts'
import { listFolder } from './list-folder.ts'
import { openRoot, pathsHere } from './open-root.ts'

describe('listing a folder', () => {
  it('gives one that never rests a fingerprint that no folder has', async () => {
    const base = mkdtempSync(join(tmpdir(), 'list-folder-'))
    const folder = openRoot(base, chosenPaths() ?? pathsHere())
    const restless = setInterval(() => {
      mkdirSync(join(base, 'x'))
      rmdirSync(join(base, 'x'))
    }, 1)
    // On a busy machine the folder may have its rest once in a while.
    let fingerprint = ''
    for (let turn = 0; turn < 50 && fingerprint !== 'unsettled'; turn += 1) {
      await setTimeout(1)
      fingerprint = (await listFolder(folder)).fingerprint
    }
    clearInterval(restless)
    folder.close()
    rmSync(base, { recursive: true })

    assert.equal(fingerprint, 'unsettled')
  })
})

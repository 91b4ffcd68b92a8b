import assert from 'node:assert/strict'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { listFolder } from './list-folder.ts'

describe('listing a folder', { skip: process.platform !== 'linux' }, () => {
  it('gives one that never rests a fingerprint that no folder has', async () => {
    const base = mkdtempSync(join(tmpdir(), 'list-folder-'))
    const folder = openSync(base, 'r')
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
    closeSync(folder)
    rmSync(base, { recursive: true })

    assert.equal(fingerprint, 'unsettled')
  })
})

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { chosenPaths } from '../../config/environment.ts'
import { openRoot, pathsHere } from './open-root.ts'
import { sharedFolderSyncs } from './sync-folder.ts'

describe('syncing folders', { skip: process.platform !== 'linux' }, () => {
  const base = mkdtempSync(join(tmpdir(), 'sync-folder-'))
  const folder = openRoot(base, chosenPaths() ?? pathsHere())
  after(() => {
    folder.close()
    rmSync(base, { recursive: true, force: true })
  })

  it('shares a sync that has not begun, and never one that has', async () => {
    const syncFolder = sharedFolderSyncs()
    const ends: string[] = []
    const note = (name: string) => () => ends.push(name)

    const first = syncFolder(folder).then(note('first'))
    const others = Array.from({ length: 20 }, (_, n) => syncFolder(folder).then(note(`n${n}`)))
    await first
    assert.deepEqual(ends, ['first'])
    await Promise.all(others)

    assert.equal(ends.length, 21)
  })

  it('opens the folder twice for 100 that come at once, and leaves nothing open', async () => {
    const syncFolder = sharedFolderSyncs()
    const before = readdirSync('/proc/self/fd').length
    const syncs = Array.from({ length: 100 }, () => syncFolder(folder))

    assert.equal(readdirSync('/proc/self/fd').length, before + 2)
    await Promise.all(syncs)
    await Promise.all([syncFolder(folder), syncFolder(folder)])
    assert.equal(readdirSync('/proc/self/fd').length, before)
  })
})

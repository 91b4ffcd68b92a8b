import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Folder } from './folder.ts'
import { openRoot } from './open-root.ts'
import { folderWatches } from './watch-folder.ts'
import type { FolderWatches } from './watch-folder.ts'

/** As on macOS and Windows. Here Node does it itself, and takes a moment to see a new folder. */
describe('one watch for all folders', () => {
  let base: string
  let root: Folder
  let watches: FolderWatches

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'watch-'))
    mkdirSync(join(base, 'f', 'g'), { recursive: true })
    mkdirSync(join(base, 'other'))
    root = openRoot(base, 'portable')
    watches = folderWatches(root, 'one')
  })

  afterEach(() => {
    watches.close()
    root.close()
    rmSync(base, { recursive: true, force: true })
  })

  function listen(...path: string[]): { told: unknown[]; stop: () => void } {
    const told: unknown[] = []
    const stop = watches.watch(root.open(path), (name) => told.push(name))
    assert.ok(stop)
    return { told, stop }
  }

  /** Writes again and again until it is heard. */
  async function heard(told: unknown[], folder: string, name: string): Promise<void> {
    for (let turn = 0; !told.includes(name); turn += 1) {
      writeFileSync(join(base, folder, name), String(turn))
      await setTimeout(20)
    }
  }

  it('tells the folder in which something changed, and no other', async () => {
    const [top, deep, other] = [listen(), listen('f', 'g'), listen('other')]

    await heard(deep.told, 'f/g', 'a')
    await heard(top.told, '', 'b')

    assert.ok(!deep.told.includes('b') && !top.told.includes('a'))
    assert.deepEqual(other.told, [])
  })

  it('stays with a folder that is moved', async () => {
    const { told } = listen('f', 'g')
    await heard(told, 'f/g', 'a')

    renameSync(join(base, 'f', 'g'), join(base, 'other', 'h'))

    await heard(told, 'other/h', 'later')
  })

  it('tells nobody who has stopped', async () => {
    const [gone, stays] = [listen('f'), listen('f')]

    gone.stop()
    gone.stop()
    await heard(stays.told, 'f', 'a')

    assert.deepEqual(gone.told, [])
  })
})

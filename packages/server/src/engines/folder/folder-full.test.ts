import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import { chosenPaths } from '../../config/environment.ts'
import { contentOf, drive, hidden, inPieces, noise, put } from '../../ports/safe-folder.contract.ts'
import type { SafeFolder } from '../../ports/safe-folder.ts'
import { openSafeFolder } from './safe-folder.ts'

const base = mkdtempSync(join(tmpdir(), 'folder-full-'))
const disk = join(base, 'disk')
mkdirSync(disk)
const cannotMount = mountSmallDisk(disk) ? false : 'only root may mount a small disk'

describe('a folder on a small disk of its own', { skip: cannotMount }, () => {
  let storage: SafeFolder

  beforeEach(async () => {
    storage = await openSafeFolder(join(disk, 'root'), { showHidden: true, paths: chosenPaths() })
  })

  afterEach(async () => {
    await storage.close()
    if (existsSync(join(disk, 'root', 'other'))) spawnSync('umount', [join(disk, 'root', 'other')])
    rmSync(join(disk, 'root'), { recursive: true, force: true })
  })

  after(() => {
    spawnSync('umount', [disk])
    rmSync(base, { recursive: true, force: true })
  })

  const full = { code: 'storage_full' }
  const mebi = 1024 * 1024

  it('says that it is full, leaves nothing of the file, and takes the next one', async () => {
    const { free } = await storage.space()

    await assert.rejects(storage.receive('new', inPieces(noise(8 * mebi), [65_536])), full)

    assert.deepEqual(await storage.hidden(), [])
    assert.equal((await storage.space()).free, free)
    const bytes = noise(3 * mebi)
    await put(storage, ['a'], bytes)
    assert.ok(bytes.equals(await contentOf(storage, ['a'])))
  })

  it('leaves nothing of a copy for which there is no space', async () => {
    await storage.makeFolder(drive('f'))
    for (const name of ['a', 'b', 'c']) await put(storage, ['f', name], noise(mebi))
    const { free } = await storage.space()

    await assert.rejects(storage.copy(['f'], 'copy'), full)
    assert.equal((await storage.space()).free, free)
    await put(storage, ['d'], noise(mebi / 2))
    await assert.rejects(storage.copy(['f', 'a'], 'copy'), full)

    assert.deepEqual(await storage.hidden(), [])
  })

  it('moves and removes when it is full', async () => {
    await put(storage, ['a'], noise(3 * mebi))
    await assert.rejects(storage.receive('new', inPieces(noise(2 * mebi), [65_536])), full)

    await storage.move(drive('a'), drive('b'))
    await storage.move(drive('b'), hidden('old'))
    await storage.removeHidden('old')

    assert.deepEqual(await storage.hidden(), [])
  })

  it('refuses to move to another disk, and leaves no claim there', async () => {
    const other = join(disk, 'root', 'other')
    mkdirSync(other)
    assert.ok(mountSmallDisk(other))
    await put(storage, ['a'], 'text')
    await storage.makeFolder(drive('f'))

    for (const name of ['a', 'f']) {
      const moved = storage.move(drive(name), drive('other', name))
      await assert.rejects(moved, { code: 'files.denied', message: /different devices/ })
    }
    await assert.rejects(storage.move(drive('other'), hidden('old')), { code: 'files.denied' })

    assert.deepEqual(readdirSync(other), [])
    assert.deepEqual(readdirSync(join(disk, 'root')).toSorted(), ['.triptych', 'a', 'f', 'other'])
    assert.deepEqual(await storage.hidden(), [])
  })
})

function mountSmallDisk(path: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', path]).status === 0
}

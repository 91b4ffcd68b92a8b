import assert from 'node:assert/strict'
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { chosenPaths } from '../../config/environment.ts'
import { pathIn } from './folder.ts'
import type { Folder } from './folder.ts'
import { openRoot, pathsHere } from './open-root.ts'
import { inFolder, inFolderAtOnce, inParent, inParentAtOnce, isSameEntry } from './walk.ts'

const inode = (folder: Folder): bigint => folder.stats().ino
const reached = (): never => assert.fail('was reached')

const paths = chosenPaths() ?? pathsHere()

/** What only an open folder can promise. */
const byPath = (chosenPaths() ?? pathsHere()) === 'portable' && 'folders are held by their paths'

describe('a walk from the root down', { skip: process.platform !== 'linux' }, () => {
  let path: string
  let root: Folder

  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'walk-'))
    mkdirSync(join(path, 'ok'))
    root = openRoot(path, paths)
  })

  afterEach(() => {
    root.close()
    rmSync(path, { recursive: true, force: true })
  })

  it('reaches a deep folder by any name, and none behind a link', async () => {
    const odd = Buffer.from([0x61, 0xff])
    mkdirSync(join(path, 'a/b/c/d/e'), { recursive: true })
    mkdirSync(Buffer.concat([Buffer.from(join(path, 'a/b/c/d/')), odd]))
    for (const at of ['a/b/link', 'a/b/c/d/link']) symlinkSync(join(path, 'a/b/c'), join(path, at))
    const link = { name: 'AppError', code: 'files.link' }

    for (const place of [
      ['a', 'b', 'c', 'd', 'e'],
      ['a', 'b', 'c', 'd', odd],
    ]) {
      const expected = inFolderAtOnce(root, place.slice(0, 3), (above) => {
        const parent = above.open(['d'])
        const last = parent.open([place[4]!])
        const found = inode(last)
        last.close()
        parent.close()
        return found
      })
      assert.equal(await inFolder(root, place, inode), expected)
    }
    await assert.rejects(inFolder(root, ['a', 'b', 'link', 'd', 'e'], reached), link)
    await assert.rejects(inFolder(root, ['a', 'b', 'c', 'd', 'link'], reached), link)
    await assert.rejects(inFolder(root, ['a', 'b', 'c', 'd', 'x'], reached), {
      code: 'files.not_found',
    })
  })

  it('reaches what is too deep to be named at once', { skip: byPath }, async () => {
    const names = Array.from({ length: 50 }, () => 'long'.repeat(50))
    let at = path
    for (const name of names.slice(0, 15)) mkdirSync((at = join(at, name)))
    inFolderAtOnce(root, names.slice(0, 15), (folder) => {
      let below = folder.open([])
      for (const name of names.slice(15)) {
        mkdirSync(pathIn(below, name))
        const next = below.open([name])
        below.close()
        below = next
      }
      writeFileSync(pathIn(below, 'x'), '')
      below.close()
    })

    const found = await inFolder(root, names, (folder) => readdirSync(pathIn(folder, '.')))

    assert.deepEqual(found, ['x'])
  })

  const badNames = ['', '.', '..', '/', 'a/b', '/etc', '../x', 'a\0b', 'x'.repeat(256), '\ud800']
  for (const name of [...badNames, 'ü'.repeat(128), Buffer.from('..'), Buffer.from('a/b')]) {
    it(`takes no step by the name ${JSON.stringify(name.toString().slice(0, 12))}`, async () => {
      const bad = { name: 'AppError', code: 'files.bad_name' }

      for (const place of [[name], ['ok', name], [name, 'ok'], ['ok', name, 'ok']]) {
        await assert.rejects(inFolder(root, place, reached), bad)
        await assert.rejects(inParent(root, place, reached), bad)
        assert.throws(() => inFolderAtOnce(root, place, reached), bad)
        assert.throws(() => inParentAtOnce(root, place, reached), bad)
      }
    })
  }

  it('knows one entry by two names', () => {
    for (const name of ['t', 'u']) writeFileSync(join(path, name), '')
    linkSync(join(path, 't'), join(path, 'v'))

    assert.equal(isSameEntry(root, ['t'], ['v']), true)
    assert.equal(isSameEntry(root, ['t'], ['u']), false)
    assert.equal(isSameEntry(root, ['no'], ['nothing']), false)
  })

  it('leaves no descriptor open, wherever it ends', async () => {
    const before = readdirSync('/proc/self/fd').length

    await inFolder(root, ['ok'], () => {})
    await assert.rejects(inFolder(root, ['ok'], reached))
    await assert.rejects(inParent(root, ['ok', 'x'], async () => reached()))
    assert.throws(() => inFolderAtOnce(root, ['ok', 'no'], reached))
    assert.throws(() => inParentAtOnce(root, ['no', 'no'], reached))

    assert.equal(readdirSync('/proc/self/fd').length, before)
  })
})

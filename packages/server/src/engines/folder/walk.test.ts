import assert from 'node:assert/strict'
import {
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import {
  inFolder,
  inFolderAtOnce,
  inParent,
  inParentAtOnce,
  isSameEntry,
  openRoot,
} from './walk.ts'

const reached = (): never => assert.fail('was reached')

describe('a walk from the root down', { skip: process.platform !== 'linux' }, () => {
  let path: string
  let root: number

  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'walk-'))
    mkdirSync(join(path, 'ok'))
    root = openRoot(path)
  })

  afterEach(() => {
    closeSync(root)
    rmSync(path, { recursive: true, force: true })
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

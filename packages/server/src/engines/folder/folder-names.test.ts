import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { chosenPaths } from '../../config/environment.ts'
import { namesIn } from '../../ports/safe-folder-names.contract.ts'
import { contentOf, drive, hidden, put, text } from '../../ports/safe-folder.contract.ts'
import type { SafeFolder } from '../../ports/safe-folder.ts'
import { openSafeFolder } from './safe-folder.ts'

describe('names in a safe folder', { skip: process.platform !== 'linux' }, () => {
  let root: string
  let storage: SafeFolder

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'folder-names-'))
    storage = await openSafeFolder(root, { showHidden: true, paths: chosenPaths() })
  })

  afterEach(async () => {
    await storage.close()
    rmSync(root, { recursive: true, force: true })
  })

  const onDisk = (folder: string) =>
    Buffer.concat([Buffer.from(`${join(root, folder)}/`), Buffer.of(0x61, 0xff, 0x62)])
  const notFound = { code: 'files.not_found' }
  const badName = { code: 'files.bad_name' }

  it('keeps its own folder out of sight and out of reach', async () => {
    await storage.receive('kept', text('text'))
    await put(storage, ['a'], 'text')
    await storage.makeFolder(drive('f'))

    assert.deepEqual(await namesIn(storage, drive()), ['a', 'f'])
    for (const below of [[], ['hidden'], ['hidden', 'kept'], ['no']]) {
      const path = ['.triptych', ...below]
      assert.equal(await storage.stat(drive(...path)), null)
      await assert.rejects(storage.open(path), notFound)
      await assert.rejects(storage.copy(path, 'copy'), notFound)
      await assert.rejects(storage.move(drive(...path), drive('x')), notFound)
      await assert.rejects(storage.makeFolder(drive(...path, 'x')), notFound)
      await assert.rejects(storage.move(drive('a'), drive(...path, 'x')), notFound)
      await assert.rejects(storage.removeLeftover(path), notFound)
      await assert.rejects(storage.sync([drive(...path)]), notFound)
      await assert.rejects(namesIn(storage, drive(...path)), notFound)
      await assert.rejects(storage.fingerprint(drive(...path)), notFound)
      await assert.rejects(
        storage.watch(drive(...path), () => {}),
        notFound,
      )
    }
    await assert.rejects(storage.makeFolder(drive('.triptych')), badName)
    await assert.rejects(storage.move(drive('a'), drive('.triptych')), badName)
    assert.deepEqual(await storage.hidden(), ['kept'])
  })

  it('leaves a folder of that name alone that is not at the top', async () => {
    await storage.makeFolder(drive('f'))
    await storage.makeFolder(drive('f', '.triptych'))

    assert.deepEqual(await namesIn(storage, drive('f')), ['.triptych'])
  })

  it('counts only keys as hidden things', async () => {
    mkdirSync(join(root, '.triptych', 'hidden', 'not a key'))
    await storage.receive('key', text('text'))

    assert.deepEqual(await storage.hidden(), ['key'])
  })

  it('does without names that begin with a dot where they are not shown', async () => {
    mkdirSync(join(root, '.git', 'objects'), { recursive: true })
    writeFileSync(join(root, '.profile'), 'text')
    mkdirSync(join(root, 'f'))
    writeFileSync(join(root, 'f', '.inner'), 'text')
    const quiet = await openSafeFolder(root, { showHidden: false, paths: chosenPaths() })
    await put(quiet, ['a'], 'text')

    assert.deepEqual(await namesIn(quiet, drive()), ['a', 'f'])
    assert.deepEqual(await namesIn(quiet, drive('f')), [])
    for (const path of [['.git'], ['.git', 'objects'], ['.profile'], ['f', '.inner']]) {
      assert.equal(await quiet.stat(drive(...path)), null)
      await assert.rejects(quiet.open(path), notFound)
      await assert.rejects(quiet.copy(path, 'copy'), notFound)
      await assert.rejects(quiet.move(drive(...path), drive('x')), notFound)
    }
    await assert.rejects(quiet.makeFolder(drive('.new')), badName)
    await assert.rejects(quiet.makeFolder(drive('.git', 'new')), notFound)
    await assert.rejects(quiet.move(drive('a'), drive('f', '.a')), badName)
    await quiet.close()

    assert.deepEqual(await namesIn(storage, drive()), ['.git', '.profile', 'a', 'f'])
  })

  it('takes what lies in a folder along, also where it is not shown', async () => {
    mkdirSync(join(root, 'f'))
    writeFileSync(join(root, 'f', '.inner'), 'text')
    const quiet = await openSafeFolder(root, { showHidden: false, paths: chosenPaths() })

    await quiet.copy(['f'], 'new')
    await quiet.move(hidden('new'), drive('g'))
    await quiet.move(drive('f'), hidden('old'))
    await quiet.removeHidden('old')
    await quiet.close()

    assert.equal(readFileSync(join(root, 'g', '.inner'), 'utf8'), 'text')
    assert.deepEqual(readdirSync(root).toSorted(), ['.triptych', 'g'])
  })

  it('reads, moves, copies and removes what has a name that is not UTF-8', async () => {
    const name = 'a\uEFFFb'
    writeFileSync(onDisk(''), 'text')
    await storage.makeFolder(drive('f'))

    assert.deepEqual(await namesIn(storage, drive()), [name, 'f'])
    assert.equal(String(await contentOf(storage, [name])), 'text')
    await storage.copy([name], 'copy')
    await storage.move(drive(name), drive('f', name))
    assert.equal(readFileSync(onDisk('f'), 'utf8'), 'text')
    await storage.move(drive('f', name), hidden('old'))
    await storage.move(hidden('old'), drive('f', name))
    assert.equal(readFileSync(onDisk('f'), 'utf8'), 'text')
    await storage.move(drive('f', name), drive('mended'))
    assert.equal(String(await contentOf(storage, ['mended'])), 'text')
  })

  it('gives nothing new a name that is not UTF-8', async () => {
    await put(storage, ['a'], 'text')

    await assert.rejects(storage.makeFolder(drive('a\uEFFFb')), badName)
    await assert.rejects(storage.move(drive('a'), drive('a\uEFFFb')), badName)
    assert.deepEqual(await namesIn(storage, drive()), ['a'])
  })

  it('tells of a name that is not UTF-8 by its text', async () => {
    const told = new Promise<string | null>((resolve) => {
      void storage.watch(drive(), resolve).then(() => {
        writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.of(0xfe)]), '')
      })
    })

    assert.equal(await told, '\uEFFE')
  })

  for (const [what, make] of Object.entries({
    'a link': (path: string) => symlinkSync('/tmp', path),
    'a file': (path: string) => writeFileSync(path, ''),
  })) {
    it(`does not open where ${what} stands in place of its own folder`, async () => {
      const other = join(root, 'other')
      mkdirSync(other)
      make(join(other, '.triptych'))

      await assert.rejects(
        openSafeFolder(other, { showHidden: true, paths: chosenPaths() }),
        /AppError/,
      )
    })
  }

  it('makes the root with the folders above it, and opens it again with what is in it', async () => {
    const deep = join(root, 'x', 'y', 'z')
    const first = await openSafeFolder(deep, { showHidden: true, paths: chosenPaths() })
    await first.receive('left', text('text'))
    await put(first, ['a'], 'text')
    await first.close()
    const second = await openSafeFolder(deep, { showHidden: true, paths: chosenPaths() })

    assert.deepEqual(await second.hidden(), ['left'])
    assert.equal(String(await contentOf(second, ['a'])), 'text')
    await second.close()
  })
})

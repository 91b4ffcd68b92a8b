import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { chosenPaths } from '../../config/environment.ts'
import { namesIn } from '../../ports/safe-folder-names.contract.ts'
import { contentOf, drive, hidden, put, text } from '../../ports/safe-folder.contract.ts'
import type { SafeFolder } from '../../ports/safe-folder.ts'
import { pathsHere } from './open-root.ts'
import { openSafeFolder } from './safe-folder.ts'

/** What only an open folder can promise. */
const byPath = (chosenPaths() ?? pathsHere()) === 'portable' && 'folders are held by their paths'

describe('safe folder', { skip: process.platform !== 'linux' }, () => {
  let root: string
  let folder: SafeFolder

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'safe-folder-'))
    folder = await openSafeFolder(root, { showHidden: true, paths: chosenPaths() })
  })

  afterEach(async () => {
    await folder.close()
    rmSync(root, { recursive: true, force: true })
  })

  const at = (...segments: string[]) => join(root, ...segments)
  const onDisk = (...segments: string[]) =>
    readdirSync(at(...segments)).filter((name) => name !== '.triptych')
  const read = async (...path: string[]) => String(await contentOf(folder, path))

  it('keeps a composed and a decomposed name apart', async () => {
    await put(folder, ['\u00e9'], 'composed')
    await put(folder, ['e\u0301'], 'decomposed')

    assert.equal(await read('\u00e9'), 'composed')
    assert.equal(await read('e\u0301'), 'decomposed')
  })

  it('tells a name that is not UTF-8 from the one a decoder would make of it', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.of(0x61, 0xff, 0x62)]), 'old')
    await put(folder, ['a\uFFFDb'], 'other')

    assert.deepEqual(await namesIn(folder, drive()), ['a\uEFFFb', 'a\uFFFDb'])
    assert.equal(await read('a\uEFFFb'), 'old')
    await folder.move(drive('a\uEFFFb'), drive('mended'))
    assert.equal(await read('mended'), 'old')
  })

  it('removes a folder holding names that are not UTF-8', async () => {
    mkdirSync(at('f'))
    writeFileSync(Buffer.concat([Buffer.from(`${root}/f/`), Buffer.from([0xfe])]), '')

    await folder.move(drive('f'), hidden('old'))
    await folder.removeHidden('old')

    assert.deepEqual(await folder.hidden(), [])
  })

  const badNames = ['', '.', '..', '/', 'a/b', '/etc', '../x', 'a\0b', 'x'.repeat(256), '\ud800']
  for (const name of [...badNames, 'ü'.repeat(128)]) {
    it(`goes nowhere by the name ${JSON.stringify(name.slice(0, 12))}, shown or hidden`, async () => {
      const bad = { code: /^files\.(bad_name|not_found)$/ }
      await folder.makeFolder(drive('ok'))
      await folder.makeFolder(hidden('ok'))
      await put(folder, ['file'], '')

      for (const path of [[name], ['ok', name], [name, 'ok'], ['ok', name, 'ok']]) {
        for (const area of ['drive', 'hidden'] as const) {
          const spot = { area, path }
          const seen = await folder.stat(spot).catch((error: unknown) => error)
          if (seen !== null) assert.match(String((seen as { code: unknown }).code), bad.code)
          await assert.rejects(folder.list(spot), bad)
          await assert.rejects(folder.open(path, area), bad)
          await assert.rejects(folder.makeFolder(spot), bad)
          await assert.rejects(folder.move(drive('file'), spot), bad)
          await assert.rejects(folder.move(drive('ok'), spot), {
            code: /^files\.(bad_name|not_found|into_itself)$/,
          })
          await assert.rejects(folder.move(spot, drive('new')), bad)
          await assert.rejects(folder.fingerprint(spot), bad)
          await assert.rejects(folder.sync([spot]), bad)
          await assert.rejects(folder.setModified(spot, 0), bad)
          await assert.rejects(
            folder.watch(spot, () => {}),
            bad,
          )
        }
        await assert.rejects(folder.copy(path, 'new'), bad)
        await assert.rejects(folder.removeLeftover(path), bad)
      }

      assert.deepEqual(onDisk().toSorted(), ['file', 'ok'])
      assert.deepEqual(onDisk('ok'), [])
      assert.deepEqual(await folder.hidden(), ['ok'])
      assert.deepEqual(onDisk('.triptych', 'hidden', 'ok'), [])
    })
  }

  it('says what every entry of a folder is', async () => {
    await folder.makeFolder(drive('f'))
    await put(folder, ['t'], '12345')

    const { entries, fingerprint } = await folder.list(drive())

    const byName = new Map(entries.map((entry) => [entry.name, entry]))
    const stats = statSync(at('t'))
    assert.deepEqual(byName.get('t'), {
      name: 't',
      kind: 'file',
      size: 5,
      modified: stats.mtimeMs,
      inode: stats.ino,
    })
    assert.equal(byName.get('f')?.kind, 'folder')
    assert.equal(fingerprint, String(statSync(root, { bigint: true }).mtimeNs))
    assert.equal(await folder.fingerprint(drive()), fingerprint)
    assert.deepEqual({ ...(await folder.stat(drive('t'))), name: 't' }, byName.get('t'))
  })

  it('lists a folder of several batches whole', async () => {
    const expected = Array.from({ length: 1000 }, (_, index) => `n${index}`)
    for (const name of expected) writeFileSync(at(name), '')

    assert.deepEqual(await namesIn(folder, drive()), expected.toSorted())
  })

  it('sees the root itself, but neither moves, makes nor removes it', async () => {
    const denied = { code: 'files.denied' }
    assert.equal((await folder.stat(drive()))?.kind, 'folder')
    assert.deepEqual(await namesIn(folder, drive()), [])
    await folder.sync([drive()])

    await assert.rejects(folder.makeFolder(drive()), denied)
    await assert.rejects(folder.open([]), denied)
    await assert.rejects(folder.move(drive(), drive('x')), denied)
    await assert.rejects(folder.copy([], 'x'), denied)
    await assert.rejects(folder.removeLeftover([]), denied)
    await folder.makeFolder(drive('x'))
    await assert.rejects(folder.move(drive('x'), drive()), denied)
  })

  it('says so where there is nothing', async () => {
    const missing = { code: 'files.not_found' }
    for (const path of [['no'], ['no', 'no']]) {
      assert.equal(await folder.stat(drive(...path)), null)
      await assert.rejects(folder.list(drive(...path)), missing)
      await assert.rejects(folder.open(path), missing)
      await assert.rejects(folder.move(drive(...path), drive('x')), missing)
      await assert.rejects(folder.copy(path, 'x'), missing)
      await assert.rejects(folder.fingerprint(drive(...path)), missing)
      await assert.rejects(folder.setModified(drive(...path), 0), missing)
      await assert.rejects(
        folder.watch(drive(...path), () => {}),
        missing,
      )
      await assert.rejects(folder.removeLeftover(path), missing)
      await assert.rejects(folder.sync([drive(...path)]), missing)
    }
    await assert.rejects(folder.makeFolder(drive('no', 'x')), missing)
    await folder.receive('new', text('text'))
    await assert.rejects(folder.move(hidden('new'), drive('no', 'x')), missing)
    assert.deepEqual(onDisk(), [])
  })

  it('says so where a file is in the place of a folder', async () => {
    const refused = { code: 'files.not_a_folder' }
    await put(folder, ['t'], '')

    await assert.rejects(folder.list(drive('t')), refused)
    assert.equal(await folder.stat(drive('t', 'x')), null)
    await assert.rejects(folder.open(['t', 'x']), refused)
    await assert.rejects(folder.makeFolder(drive('t', 'x')), refused)
    await assert.rejects(folder.move(drive('t'), drive('t', 'x')), refused)
    await assert.rejects(
      folder.watch(drive('t'), () => {}),
      refused,
    )
    assert.deepEqual(onDisk(), ['t'])
  })

  it('says so where a folder is in the place of a file', async () => {
    await folder.makeFolder(drive('f'))

    await assert.rejects(folder.open(['f']), { code: 'files.not_a_file' })
    assert.deepEqual(onDisk(), ['f'])
  })

  it('never replaces a hidden file or folder', async () => {
    const taken = { code: 'files.name_taken' }
    await folder.receive('t', text('old'))
    await folder.makeFolder(hidden('f'))
    await put(folder, ['u'], 'new')
    await folder.makeFolder(drive('g'))

    for (const key of ['t', 'f']) {
      await assert.rejects(folder.receive(key, text('new')), taken)
      await assert.rejects(folder.makeFolder(hidden(key)), taken)
      for (const name of ['u', 'g']) {
        await assert.rejects(folder.copy([name], key), taken)
        await assert.rejects(folder.move(drive(name), hidden(key)), taken)
      }
    }

    assert.equal(readFileSync(at('.triptych', 'hidden', 't'), 'utf8'), 'old')
    assert.equal(await read('u'), 'new')
    assert.deepEqual(onDisk().toSorted(), ['g', 'u'])
    assert.deepEqual((await folder.hidden()).toSorted(), ['f', 't'])
  })

  it('tells the free space as one who is not root sees it', async () => {
    const { free, used, total } = await folder.space()

    const stats = statfsSync(root)
    assert.equal(total, stats.blocks * stats.bsize)
    assert.ok(Math.abs(free - stats.bavail * stats.bsize) < 2 ** 30)
    assert.ok(used + free <= total)
  })

  it('refuses everything once it is closed, and closes twice without harm', async () => {
    await Promise.all([folder.close(), folder.close()])
    await folder.close()

    await assert.rejects(folder.list(drive()), { code: 'unavailable' })
    await assert.rejects(folder.removeHidden('x'), { code: 'unavailable' })
  })

  it('finishes what was under way when it is closed', async () => {
    for (let index = 0; index < 500; index += 1) writeFileSync(at(`n${index}`), '')

    const listing = folder.list(drive())
    await folder.close()

    assert.equal((await listing).entries.length, 500)
  })

  it('stays with its folder when that is renamed', { skip: byPath }, async () => {
    mkdirSync(at('f'))
    const inner = await openSafeFolder(at('f'), { showHidden: true, paths: chosenPaths() })
    await folder.move(drive('f'), drive('g'))

    await inner.makeFolder(drive('x'))
    await inner.close()

    assert.deepEqual(onDisk('g'), ['x'])
  })
})

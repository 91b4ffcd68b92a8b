import assert from 'node:assert/strict'
import {
  linkSync,
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
import { openSafeFolder, type SafeFolder } from './safe-folder.ts'

const names = {
  'a plain name': 'a.txt',
  'spaces, also at both ends': '  a b  .txt ',
  'percent signs': '100%25%2F.txt',
  plus: 'a+b.txt',
  quotes: `"it's" \`so\`.txt`,
  backslashes: String.raw`a\..\b`,
  'ampersand, hash and question mark': 'a&b#c?.txt',
  emoji: '👩‍👩‍👧 🎉.txt',
  'a composed letter': '\u00e9.txt',
  'a decomposed letter': 'e\u0301.txt',
  'a newline': 'a\nb\r.txt',
  'three dots': '...',
  'a leading dash': '-rf',
  '255 bytes': `${'ü'.repeat(127)}x`,
  'the replacement character': 'a\uFFFDb',
}

describe('safe folder', { skip: process.platform !== 'linux' }, () => {
  let root: string
  let folder: SafeFolder

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'safe-folder-'))
    folder = openSafeFolder(root)
  })

  afterEach(() => {
    folder.close()
    rmSync(root, { recursive: true, force: true })
  })

  const at = (...segments: string[]) => join(root, ...segments)

  async function write(segments: string[], text: string): Promise<void> {
    const draft = await folder.createDraft(segments)
    await draft.writeFile(text)
    await draft.close()
  }

  async function read(segments: (string | Buffer)[]): Promise<string> {
    const file = await folder.openFile(segments)
    try {
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  }

  for (const [what, name] of Object.entries(names)) {
    it(`takes ${what} through every operation`, async () => {
      await folder.makeFolder([name])
      await folder.makeFolder([name, name])
      await write(['draft'], 'text')
      await folder.move(['draft'], [name, name, name])
      await folder.move([name, name, name], [name, `moved`])
      await folder.move([name, `moved`], [name, name, name])
      await folder.move([name, name], ['elsewhere'])
      await folder.move(['elsewhere'], [name, name])
      await folder.syncFolder([name, name])

      assert.equal(await read([name, name, name]), 'text')
      assert.equal(readFileSync(at(name, name, name), 'utf8'), 'text')
      assert.equal((await folder.stat([name, name, name])).size, 4)
      assert.deepEqual(
        (await folder.list([name, name])).entries.map((entry) => entry.name),
        [name],
      )

      await folder.remove([name, name, name])
      assert.deepEqual(readdirSync(at(name, name)), [])
      await folder.remove([name])
      assert.deepEqual(readdirSync(root), [])
    })
  }

  it('keeps a composed and a decomposed name apart', async () => {
    await write(['\u00e9'], 'composed')
    await write(['e\u0301'], 'decomposed')

    assert.equal(await read(['\u00e9']), 'composed')
    assert.equal(await read(['e\u0301']), 'decomposed')
  })

  it('lists, opens and removes a name that is not UTF-8 by its bytes', async () => {
    const bytes = Buffer.from([0x61, 0xff, 0x62])
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), bytes]), 'old')
    await write(['a\uFFFDb'], 'other')

    const listed = (await folder.list([])).entries.map((entry) => entry.name)
    assert.equal(listed.length, 2)
    assert.ok(listed.includes('a\uFFFDb'))
    assert.deepEqual(
      listed.find((name) => Buffer.isBuffer(name)),
      bytes,
    )
    assert.equal(await read([bytes]), 'old')

    await folder.move([bytes], ['mended'])
    assert.equal(await read(['mended']), 'old')
  })

  it('removes a folder holding names that are not UTF-8', async () => {
    mkdirSync(at('f'))
    writeFileSync(Buffer.concat([Buffer.from(`${root}/f/`), Buffer.from([0xfe])]), '')

    await folder.remove(['f'])

    assert.deepEqual(readdirSync(root), [])
  })

  const badNames = ['', '.', '..', '/', 'a/b', '/etc', '../x', 'a\0b', 'x'.repeat(256), '\ud800']
  for (const name of [...badNames, 'ü'.repeat(128), Buffer.from('..'), Buffer.from('a/b')]) {
    it(`refuses the name ${JSON.stringify(name.toString().slice(0, 12))} anywhere`, async () => {
      const bad = { name: 'FolderError', kind: 'bad-name' }
      await folder.makeFolder(['ok'])
      await write(['file'], '')

      for (const place of [[name], ['ok', name], [name, 'ok'], ['ok', name, 'ok']]) {
        await assert.rejects(folder.stat(place), bad)
        await assert.rejects(folder.list(place), bad)
        await assert.rejects(folder.openFile(place), bad)
        await assert.rejects(folder.createDraft(place), bad)
        await assert.rejects(folder.makeFolder(place), bad)
        await assert.rejects(folder.move(['file'], place), bad)
        await assert.rejects(folder.move(place, ['new']), bad)
        await assert.rejects(folder.move(['ok'], place), /FolderError/)
        await assert.rejects(folder.copy(['file'], place), bad)
        await assert.rejects(folder.copy(place, ['new']), bad)
        await assert.rejects(folder.fingerprint(place), bad)
        await assert.rejects(
          folder.watch(place, () => {}),
          bad,
        )
        await assert.rejects(folder.removeLeftover(place), bad)
        await assert.rejects(folder.remove(place), bad)
        await assert.rejects(folder.syncFolder(place), bad)
      }

      assert.deepEqual(readdirSync(root).toSorted(), ['file', 'ok'])
    })
  }

  it('says what every entry of a folder is', async () => {
    await folder.makeFolder(['f'])
    await write(['t'], '12345')

    const { entries, fingerprint } = await folder.list([])

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
    assert.equal(await folder.fingerprint([]), fingerprint)
    assert.deepEqual({ ...(await folder.stat(['t'])), name: 't' }, byName.get('t'))
  })

  it('lists a folder of several batches whole', async () => {
    const expected = Array.from({ length: 1000 }, (_, index) => `n${index}`)
    for (const name of expected) writeFileSync(at(name), '')

    const listed = (await folder.list([])).entries.map((entry) => String(entry.name))

    assert.deepEqual(listed.toSorted(), expected.toSorted())
  })

  it('sees the root itself, but neither moves, makes nor removes it', async () => {
    const denied = { kind: 'denied' }
    assert.equal((await folder.stat([])).kind, 'folder')
    assert.deepEqual((await folder.list([])).entries, [])
    await folder.syncFolder([])

    await assert.rejects(folder.remove([]), denied)
    await assert.rejects(folder.makeFolder([]), denied)
    await assert.rejects(folder.createDraft([]), denied)
    await assert.rejects(folder.openFile([]), denied)
    await assert.rejects(folder.move([], ['x']), denied)
    await assert.rejects(folder.copy([], ['x']), denied)
    await assert.rejects(folder.removeLeftover([]), denied)
    await folder.makeFolder(['x'])
    await assert.rejects(folder.move(['x'], []), denied)
  })

  it('says "missing" where there is nothing', async () => {
    const missing = { kind: 'missing' }
    for (const place of [['no'], ['no', 'no']]) {
      await assert.rejects(folder.stat(place), missing)
      await assert.rejects(folder.list(place), missing)
      await assert.rejects(folder.openFile(place), missing)
      await assert.rejects(folder.remove(place), missing)
      await assert.rejects(folder.move(place, ['x']), missing)
      await assert.rejects(folder.copy(place, ['x']), missing)
      await assert.rejects(folder.fingerprint(place), missing)
      await assert.rejects(
        folder.watch(place, () => {}),
        missing,
      )
      await assert.rejects(folder.removeLeftover(place), missing)
      await assert.rejects(folder.syncFolder(place), missing)
    }
    await assert.rejects(folder.makeFolder(['no', 'x']), missing)
    await assert.rejects(folder.createDraft(['no', 'x']), missing)
    assert.deepEqual(readdirSync(root), [])
  })

  it('says "not-a-folder" for a file in the place of a folder', async () => {
    const refused = { kind: 'not-a-folder' }
    await write(['t'], '')

    await assert.rejects(folder.list(['t']), refused)
    await assert.rejects(folder.stat(['t', 'x']), refused)
    await assert.rejects(folder.createDraft(['t', 'x']), refused)
    await assert.rejects(folder.move(['t'], ['t', 'x']), refused)
    await assert.rejects(
      folder.watch(['t'], () => {}),
      refused,
    )
    assert.deepEqual(readdirSync(root), ['t'])
  })

  it('says "not-a-file" for a folder in the place of a file', async () => {
    const refused = { kind: 'not-a-file' }
    await folder.makeFolder(['f'])

    await assert.rejects(folder.openFile(['f']), refused)
    assert.deepEqual(readdirSync(root), ['f'])
  })

  it('never replaces a file or a folder', async () => {
    const taken = { kind: 'taken' }
    await write(['t'], 'old')
    await write(['u'], 'new')
    await folder.makeFolder(['f'])
    await folder.makeFolder(['g'])

    for (const name of ['t', 'f']) {
      await assert.rejects(folder.createDraft([name]), taken)
      await assert.rejects(folder.makeFolder([name]), taken)
      await assert.rejects(folder.move(['u'], [name]), taken)
      await assert.rejects(folder.copy(['u'], [name]), taken)
      await assert.rejects(folder.copy(['g'], [name]), taken)
      await assert.rejects(folder.move(['g'], [name]), taken)
    }

    assert.equal(readFileSync(at('t'), 'utf8'), 'old')
    assert.equal(readFileSync(at('u'), 'utf8'), 'new')
    assert.deepEqual(readdirSync(root).toSorted(), ['f', 'g', 't', 'u'])
  })

  it('refuses to move a folder into itself and leaves no trace', async () => {
    await folder.makeFolder(['f'])
    await folder.makeFolder(['f', 'g'])

    await assert.rejects(folder.move(['f'], ['f', 'x']), { kind: 'into-itself' })
    await assert.rejects(folder.move(['f'], ['f', 'g', 'x']), { kind: 'into-itself' })
    await assert.rejects(folder.move(['f'], ['f']), { kind: 'taken' })

    assert.deepEqual(readdirSync(root, { encoding: 'utf8', recursive: true }).toSorted(), [
      'f',
      'f/g',
    ])
  })

  it('moves a folder with all it holds', async () => {
    mkdirSync(at('f', 'g'), { recursive: true })
    writeFileSync(at('f', 'g', 't'), 'text')
    mkdirSync(at('h'))

    await folder.move(['f'], ['h', 'i'])

    assert.equal(readFileSync(at('h', 'i', 'g', 't'), 'utf8'), 'text')
    assert.deepEqual(readdirSync(root), ['h'])
  })

  it('knows one entry by two names', async () => {
    await write(['t'], '')
    await write(['u'], '')
    linkSync(at('t'), at('v'))

    assert.equal(folder.isSame(['t'], ['v']), true)
    assert.equal(folder.isSame(['t'], ['u']), false)
    assert.equal(folder.isSame(['no'], ['nothing']), false)
  })

  it('tells the free space as one who is not root sees it', async () => {
    const { free, used, total } = await folder.space()

    const stats = statfsSync(root)
    assert.equal(total, stats.blocks * stats.bsize)
    assert.ok(Math.abs(free - stats.bavail * stats.bsize) < 2 ** 30)
    assert.ok(used + free <= total)
  })

  it('refuses everything once it is closed, and closes twice without harm', async () => {
    folder.close()
    folder.close()

    await assert.rejects(folder.list([]), { kind: 'missing' })
    await assert.rejects(folder.remove(['x']), { kind: 'missing' })
  })

  it('finishes what was under way when it is closed', async () => {
    for (let index = 0; index < 500; index += 1) writeFileSync(at(`n${index}`), '')

    const listing = folder.list([])
    folder.close()

    assert.equal((await listing).entries.length, 500)
  })

  it('stays with its folder when that is renamed', async () => {
    mkdirSync(at('f'))
    const inner = openSafeFolder(at('f'))
    await folder.move(['f'], ['g'])

    await inner.makeFolder(['x'])
    inner.close()

    assert.deepEqual(readdirSync(at('g')), ['x'])
  })
})

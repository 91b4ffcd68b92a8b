import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { openSafeFolder, type SafeFolder } from './safe-folder.ts'

describe('links and special files in a safe folder', { skip: process.platform !== 'linux' }, () => {
  let base: string
  let root: string
  let outside: string
  let folder: SafeFolder

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'safe-links-'))
    root = join(base, 'root')
    outside = join(base, 'outside')
    mkdirSync(root)
    mkdirSync(join(outside, 'sub'), { recursive: true })
    writeFileSync(join(outside, 'secret'), 'secret')
    writeFileSync(join(outside, 'sub', 'deep'), 'secret')
    mkdirSync(join(root, 'real'))
    writeFileSync(join(root, 'draft'), 'draft')
    folder = openSafeFolder(root)
  })

  afterEach(() => {
    folder.close()
    const untouched = readdirSync(outside, { encoding: 'utf8', recursive: true }).toSorted()
    const secret = readFileSync(join(outside, 'secret'), 'utf8')
    rmSync(base, { recursive: true, force: true })
    assert.deepEqual(untouched, ['secret', 'sub', 'sub/deep'])
    assert.equal(secret, 'secret')
  })

  const targets = {
    'a file outside': '../outside/secret',
    'a folder outside': '../outside',
    'nothing, outside': '../outside/nothing',
    'a folder inside': 'real',
    'the root of the machine': '/',
    'the folder it stands in': '.',
    'the folder above': '..',
    itself: 'link',
  }
  for (const [what, target] of Object.entries(targets)) {
    it(`sees a link to ${what} as a link and follows it nowhere`, async () => {
      symlinkSync(target, join(root, 'link'))
      const refused = { name: 'FolderError', kind: 'link' }

      assert.equal((await folder.stat(['link'])).kind, 'link')
      const listed = (await folder.list([])).entries.find(({ name }) => name === 'link')
      assert.equal(listed?.kind, 'link')
      assert.equal(listed.size, 0)
      await assert.rejects(folder.openFile(['link']), refused)
      await assert.rejects(folder.list(['link']), refused)
      await assert.rejects(folder.syncFolder(['link']), refused)
      await assert.rejects(folder.fingerprint(['link']), refused)
      await assert.rejects(
        folder.watch(['link'], () => {}),
        refused,
      )
    })

    it(`does not write through a link to ${what}`, async () => {
      symlinkSync(target, join(root, 'link'))
      const taken = { kind: 'taken' }

      await assert.rejects(folder.createDraft(['link']), taken)
      await assert.rejects(folder.makeFolder(['link']), taken)
      await assert.rejects(folder.move(['draft'], ['link']), taken)
      await assert.rejects(folder.copy(['draft'], ['link']), taken)
      await assert.rejects(folder.copy(['real'], ['link']), taken)
      await assert.rejects(folder.move(['real'], ['link']), taken)

      assert.deepEqual(readdirSync(root).toSorted(), ['draft', 'link', 'real'])
      assert.equal(readFileSync(join(root, 'draft'), 'utf8'), 'draft')
    })

    it(`copies a link to ${what} as a link, alone or in a folder`, async () => {
      symlinkSync(target, join(root, 'real', 'link'))

      assert.equal((await folder.copy(['real', 'link'], ['alone'])).kind, 'link')
      await folder.copy(['real'], ['whole'])

      assert.equal(readlinkSync(join(root, 'alone')), target)
      assert.equal(readlinkSync(join(root, 'whole', 'link')), target)
    })

    it(`moves and removes a link to ${what} itself`, async () => {
      symlinkSync(target, join(root, 'link'))

      await folder.move(['link'], ['real', 'moved'])
      assert.equal(readlinkSync(join(root, 'real', 'moved')), target)
      await folder.remove(['real', 'moved'])

      assert.deepEqual(readdirSync(root, { encoding: 'utf8', recursive: true }).toSorted(), [
        'draft',
        'real',
      ])
    })

    it(`removes a folder with a link to ${what} and nothing beyond`, async () => {
      symlinkSync(target, join(root, 'real', 'link'))

      await folder.remove(['real'])

      assert.deepEqual(readdirSync(root), ['draft'])
    })
  }

  for (const target of ['../outside', 'real', '/', '.', '..', '../outside/nothing']) {
    it(`does nothing below an ancestor that is a link to ${target}`, async () => {
      symlinkSync(target, join(root, 'link'))
      const refused = { kind: 'link' }

      for (const below of [['secret'], ['sub'], ['sub', 'deep'], ['new']]) {
        const place = ['link', ...below]
        await assert.rejects(folder.stat(place), refused)
        await assert.rejects(folder.list(place), refused)
        await assert.rejects(folder.openFile(place), refused)
        await assert.rejects(folder.createDraft(place), refused)
        await assert.rejects(folder.makeFolder(place), refused)
        await assert.rejects(folder.move(['draft'], place), refused)
        await assert.rejects(folder.move(['real'], place), refused)
        await assert.rejects(folder.move(place, ['x']), refused)
        await assert.rejects(folder.copy(['draft'], place), refused)
        await assert.rejects(folder.copy(place, ['x']), refused)
        await assert.rejects(folder.fingerprint(place), refused)
        await assert.rejects(
          folder.watch(place, () => {}),
          refused,
        )
        await assert.rejects(folder.removeLeftover(place), refused)
        await assert.rejects(folder.remove(place), refused)
        await assert.rejects(folder.syncFolder(place), refused)
      }

      assert.deepEqual(readdirSync(root).toSorted(), ['draft', 'link', 'real'])
    })
  }

  it('lets the root itself be reached by a link', async () => {
    symlinkSync(root, join(base, 'door'))
    const byLink = openSafeFolder(join(base, 'door'))

    assert.equal((await byLink.list([])).entries.length, 2)
    byLink.close()
  })

  it('neither opens nor waits for a FIFO, and removes it', { timeout: 5000 }, async () => {
    execFileSync('mkfifo', [join(root, 'fifo')])

    assert.equal((await folder.stat(['fifo'])).kind, 'other')
    await assert.rejects(folder.openFile(['fifo']), { kind: 'special' })
    await assert.rejects(folder.list(['fifo']), { kind: 'not-a-folder' })
    await assert.rejects(folder.createDraft(['fifo']), { kind: 'taken' })
    await assert.rejects(folder.copy(['fifo'], ['x']), { kind: 'special' })
    await folder.move(['fifo'], ['real', 'fifo'])
    writeFileSync(join(root, 'real', 'file'), 'text')
    await assert.rejects(folder.copy(['real'], ['x']), { kind: 'special' })
    assert.deepEqual(readdirSync(root).toSorted(), ['draft', 'real'])
    await folder.remove(['real'])

    assert.deepEqual(readdirSync(root), ['draft'])
  })

  it('neither opens nor connects to a socket, and removes it', async () => {
    const server = createServer().listen(join(root, 'socket'))
    await once(server, 'listening')

    assert.equal((await folder.stat(['socket'])).kind, 'other')
    await assert.rejects(folder.openFile(['socket']), { kind: 'special' })
    await assert.rejects(folder.list(['socket']), { kind: 'not-a-folder' })
    assert.ok(lstatSync(join(root, 'socket')).isSocket())
    await folder.remove(['socket'])

    server.close()
    assert.deepEqual(readdirSync(root).toSorted(), ['draft', 'real'])
  })
})

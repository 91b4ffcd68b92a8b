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
import { chosenPaths } from '../../config/environment.ts'
import { drive, hidden, text } from '../../ports/safe-folder.contract.ts'
import type { SafeFolder } from '../../ports/safe-folder.ts'
import { openSafeFolder } from './safe-folder.ts'

describe('links and special files in a safe folder', { skip: process.platform !== 'linux' }, () => {
  let base: string
  let root: string
  let outside: string
  let folder: SafeFolder

  beforeEach(async () => {
    base = mkdtempSync(join(tmpdir(), 'safe-links-'))
    root = join(base, 'root')
    outside = join(base, 'outside')
    mkdirSync(root)
    mkdirSync(join(outside, 'sub'), { recursive: true })
    writeFileSync(join(outside, 'secret'), 'secret')
    writeFileSync(join(outside, 'sub', 'deep'), 'secret')
    mkdirSync(join(root, 'real'))
    writeFileSync(join(root, 'draft'), 'draft')
    folder = await openSafeFolder(root, { showHidden: true, paths: chosenPaths() })
  })

  afterEach(async () => {
    await folder.close()
    const untouched = readdirSync(outside, { encoding: 'utf8', recursive: true }).toSorted()
    const secret = readFileSync(join(outside, 'secret'), 'utf8')
    rmSync(base, { recursive: true, force: true })
    assert.deepEqual(untouched, ['secret', 'sub', 'sub/deep'])
    assert.equal(secret, 'secret')
  })

  const onDisk = () =>
    readdirSync(root)
      .filter((name) => name !== '.triptych')
      .toSorted()
  const hiddenPath = (...names: string[]) => join(root, '.triptych', 'hidden', ...names)

  async function remove(...path: string[]): Promise<void> {
    await folder.move(drive(...path), hidden('removed'))
    await folder.removeHidden('removed')
    assert.deepEqual(readdirSync(hiddenPath()), [])
  }

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
      const refused = { name: 'AppError', code: 'files.link' }

      assert.equal((await folder.stat(drive('link')))?.kind, 'link')
      const listed = (await folder.list(drive())).entries.find(({ name }) => name === 'link')
      assert.equal(listed?.kind, 'link')
      assert.equal(listed.size, 0)
      await assert.rejects(folder.open(['link']), refused)
      await assert.rejects(folder.list(drive('link')), refused)
      await assert.rejects(folder.sync([drive('link')]), refused)
      await assert.rejects(folder.fingerprint(drive('link')), refused)
      await assert.rejects(
        folder.watch(drive('link'), () => {}),
        refused,
      )
    })

    it(`does not write through a link to ${what}`, async () => {
      symlinkSync(target, join(root, 'link'))
      symlinkSync(target, hiddenPath('link'))
      const taken = { code: 'files.name_taken' }

      for (const spot of [drive('link'), hidden('link')]) {
        await assert.rejects(folder.makeFolder(spot), taken)
        await assert.rejects(folder.move(drive('draft'), spot), taken)
        await assert.rejects(folder.move(drive('real'), spot), taken)
      }
      await assert.rejects(folder.receive('link', text('text')), taken)
      await assert.rejects(folder.copy(['draft'], 'link'), taken)
      await assert.rejects(folder.copy(['real'], 'link'), taken)

      assert.deepEqual(onDisk(), ['draft', 'link', 'real'])
      assert.deepEqual(readdirSync(hiddenPath()), ['link'])
      assert.equal(readFileSync(join(root, 'draft'), 'utf8'), 'draft')
    })

    it(`sets the date of a link to ${what}, not of what it leads to`, async () => {
      symlinkSync(target, join(root, 'link'))
      const before = lstatSync(join(outside, 'secret')).mtimeMs

      await folder.setModified(drive('link'), 1000)

      assert.equal(lstatSync(join(root, 'link')).mtimeMs, 1000)
      assert.equal(lstatSync(join(outside, 'secret')).mtimeMs, before)
    })

    it(`copies a link to ${what} as a link, alone or in a folder`, async () => {
      symlinkSync(target, join(root, 'real', 'link'))

      assert.equal((await folder.copy(['real', 'link'], 'alone')).kind, 'link')
      await folder.copy(['real'], 'whole')

      assert.equal(readlinkSync(hiddenPath('alone')), target)
      assert.equal(readlinkSync(hiddenPath('whole', 'link')), target)
    })

    it(`moves and removes a link to ${what} itself`, async () => {
      symlinkSync(target, join(root, 'link'))

      await folder.move(drive('link'), drive('real', 'moved'))
      assert.equal(readlinkSync(join(root, 'real', 'moved')), target)
      await remove('real', 'moved')

      assert.deepEqual(onDisk(), ['draft', 'real'])
      assert.deepEqual(readdirSync(join(root, 'real')), [])
    })

    it(`removes a folder with a link to ${what} and nothing beyond`, async () => {
      symlinkSync(target, join(root, 'real', 'link'))

      await remove('real')

      assert.deepEqual(onDisk(), ['draft'])
    })
  }

  for (const target of ['../outside', 'real', '/', '.', '..', '../outside/nothing']) {
    it(`does nothing below an ancestor that is a link to ${target}`, async () => {
      symlinkSync(target, join(root, 'link'))
      const refused = { code: 'files.link' }

      for (const below of [['secret'], ['sub'], ['sub', 'deep'], ['new']]) {
        const path = ['link', ...below]
        const spot = drive(...path)
        assert.equal(await folder.stat(spot), null)
        await assert.rejects(folder.list(spot), refused)
        await assert.rejects(folder.open(path), refused)
        await assert.rejects(folder.makeFolder(spot), refused)
        await assert.rejects(folder.move(drive('draft'), spot), refused)
        await assert.rejects(folder.move(drive('real'), spot), refused)
        await assert.rejects(folder.move(spot, drive('x')), refused)
        await assert.rejects(folder.copy(path, 'x'), refused)
        await assert.rejects(folder.fingerprint(spot), refused)
        await assert.rejects(
          folder.watch(spot, () => {}),
          refused,
        )
        await assert.rejects(folder.removeLeftover(path), refused)
        await assert.rejects(folder.setModified(spot, 0), refused)
        await assert.rejects(folder.sync([spot]), refused)
      }

      assert.deepEqual(onDisk(), ['draft', 'link', 'real'])
      assert.deepEqual(await folder.hidden(), [])
    })
  }

  it('goes nowhere by a link in a hidden folder', async () => {
    await folder.makeFolder(hidden('key'))
    symlinkSync(outside, hiddenPath('key', 'link'))
    const refused = { code: 'files.link' }

    assert.equal(await folder.stat(hidden('key', 'link', 'secret')), null)
    await assert.rejects(folder.open(['key', 'link', 'secret'], 'hidden'), refused)
    await assert.rejects(folder.list(hidden('key', 'link')), refused)
    await assert.rejects(folder.move(drive('draft'), hidden('key', 'link', 'new')), refused)
    await folder.removeHidden('key')

    assert.deepEqual(await folder.hidden(), [])
  })

  it('lets the root itself be reached by a link', async () => {
    symlinkSync(root, join(base, 'door'))
    const byLink = await openSafeFolder(join(base, 'door'), {
      showHidden: true,
      paths: chosenPaths(),
    })

    assert.equal((await byLink.list(drive())).entries.length, 2)
    await byLink.close()
  })

  it('neither opens nor waits for a FIFO, and removes it', { timeout: 60_000 }, async () => {
    execFileSync('mkfifo', [join(root, 'fifo')])
    const special = { code: 'files.special' }

    assert.equal((await folder.stat(drive('fifo')))?.kind, 'other')
    await assert.rejects(folder.open(['fifo']), special)
    await assert.rejects(folder.list(drive('fifo')), { code: 'files.not_a_folder' })
    await assert.rejects(folder.makeFolder(drive('fifo')), { code: 'files.name_taken' })
    await assert.rejects(folder.copy(['fifo'], 'x'), special)
    await folder.move(drive('fifo'), drive('real', 'fifo'))
    writeFileSync(join(root, 'real', 'file'), 'text')
    await assert.rejects(folder.copy(['real'], 'x'), special)
    assert.deepEqual(onDisk(), ['draft', 'real'])
    assert.deepEqual(await folder.hidden(), [])
    await remove('real')

    assert.deepEqual(onDisk(), ['draft'])
  })

  it('neither opens nor connects to a socket, and removes it', async () => {
    const server = createServer().listen(join(root, 'socket'))
    await once(server, 'listening')

    assert.equal((await folder.stat(drive('socket')))?.kind, 'other')
    await assert.rejects(folder.open(['socket']), { code: 'files.special' })
    await assert.rejects(folder.list(drive('socket')), { code: 'files.not_a_folder' })
    assert.ok(lstatSync(join(root, 'socket')).isSocket())
    await remove('socket')

    server.close()
    assert.deepEqual(onDisk(), ['draft', 'real'])
  })
})

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { drive, hidden, put } from '../../ports/safe-folder.contract.ts'
import type { SafeFolder } from '../../ports/safe-folder.ts'
import { openSafeFolder } from './safe-folder.ts'

const refused = [
  ...Array.from('<>:"\\|?*\t', (sign) => `a${sign}b`),
  String.raw`..\..\outside`,
  String.raw`C:\Windows`,
  'a.txt:stream',
  'a.txt::$DATA',
  'C:',
  'a.',
  'a..',
  'a ',
  'CON',
  'con',
  'NUL.txt',
  'nul .txt',
  'Aux.tar.gz',
  'COM1',
  'com¹.log',
  'LPT9.',
  'CONIN$',
]
const taken = ['console.txt', 'COM', 'COM10', 'null', 'a.b', '.a', ' a', 'aux-1', '~1', 'PROGRA~1']

describe('names as Windows takes them', () => {
  let root: string
  let storage: SafeFolder

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'windows-names-'))
    const options = { showHidden: true, paths: 'portable', names: 'windows' } as const
    storage = await openSafeFolder(root, options)
  })

  afterEach(async () => {
    await storage.close()
    rmSync(root, { recursive: true, force: true })
  })

  const seen = () => readdirSync(root, { recursive: true }).map(String)

  for (const name of refused) {
    it(`finds nothing at and makes nothing with the name ${JSON.stringify(name)}`, async () => {
      const bad = { name: 'AppError', code: 'files.bad_name' }
      await put(storage, ['a'], 'text')
      await storage.makeFolder(hidden('key'))
      const before = seen()

      await assert.rejects(storage.makeFolder(drive(name)), bad)
      await assert.rejects(storage.move(drive('a'), drive(name)), bad)
      await assert.rejects(storage.makeFolder(hidden('key', name)), bad)
      await assert.rejects(storage.open([name]), { code: 'files.not_found' })
      assert.equal(await storage.stat(drive(name)), null)
      assert.deepEqual(seen(), before)
    })
  }

  it('takes those that only look like them', async () => {
    for (const name of taken) await storage.makeFolder(drive(name))

    const { entries } = await storage.list(drive())
    assert.deepEqual(entries.map(({ name }) => name).toSorted(), taken.toSorted())
  })

  it('is not what Linux and macOS are asked for', async () => {
    const other = await openSafeFolder(root, { showHidden: true, names: 'any' })
    writeFileSync(join(root, 'a:b'), '')

    assert.equal((await other.stat(drive('a:b')))?.kind, 'file')
    await other.close()
  })
})

import assert from 'node:assert/strict'
import { linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { lacksFolding, openFoldingDisk } from '../../../test/fixtures/folding-disk.ts'
import type { FoldingDisk } from '../../../test/fixtures/folding-disk.ts'
import { namesIn } from '../../ports/safe-folder-names.contract.ts'
import {
  contentOf,
  drive,
  hidden,
  put,
  safeFolderContract,
  text,
} from '../../ports/safe-folder.contract.ts'
import type { SafeFolder } from '../../ports/safe-folder.ts'
import { pathsHere } from './open-root.ts'
import { openSafeFolder } from './safe-folder.ts'

const onDisk = (root: string) => readdirSync(root).filter((name) => name !== '.triptych')
const composed = '\u00e9.txt'
const decomposed = 'e\u0301.txt'

describe('a disk where case and accents make no difference', { skip: lacksFolding() }, () => {
  let disk: FoldingDisk
  let roots = 0
  before(async () => {
    disk = await openFoldingDisk()
  })
  after(() => disk.end())

  async function using(
    paths: 'descriptors' | 'portable',
    use: (storage: SafeFolder, root: string) => Promise<void>,
  ): Promise<void> {
    const root = join(disk.path, String(++roots))
    const storage = await openSafeFolder(root, { showHidden: true, paths })
    try {
      await use(storage, root)
    } finally {
      await storage.close()
    }
  }

  const taken = { code: 'files.name_taken' }

  describe('keeps the contract of folders', () => {
    safeFolderContract(() =>
      openSafeFolder(join(disk.path, String(++roots)), { showHidden: true, paths: 'portable' }),
    )
  })

  for (const paths of new Set(['portable', pathsHere()] as const)) {
    describe(`by ${paths}`, () => {
      it('gives a name to one entry, in whatever case', () =>
        using(paths, async (storage, root) => {
          await put(storage, ['a.txt'], 'old')
          await storage.makeFolder(drive('f'))
          await storage.receive('new', text('new'))

          await assert.rejects(storage.move(hidden('new'), drive('A.TXT')), taken)
          await assert.rejects(storage.makeFolder(drive('F')), taken)
          await assert.rejects(storage.move(drive('f'), drive('A.txt')), taken)
          assert.deepEqual(onDisk(root).toSorted(), ['a.txt', 'f'])
          assert.equal(String(await contentOf(storage, ['a.txt'])), 'old')
        }))

      it('renames a file and a folder to another case', () =>
        using(paths, async (storage, root) => {
          await put(storage, ['readme.txt'], 'text')
          await storage.makeFolder(drive('docs'))
          await put(storage, ['docs', 'a'], 'inside')

          const file = await storage.move(drive('readme.txt'), drive('README.txt'))
          const folder = await storage.move(drive('docs'), drive('Docs'))

          assert.deepEqual(onDisk(root).toSorted(), ['Docs', 'README.txt'])
          assert.equal(String(await contentOf(storage, ['Docs', 'a'])), 'inside')
          assert.equal((await storage.stat(drive('README.txt')))?.inode, file.entry.inode)
          assert.equal((await storage.stat(drive('Docs')))?.inode, folder.entry.inode)
        }))

      it('does not take a second name of the file for another spelling of the first', () =>
        using(paths, async (storage, root) => {
          await put(storage, ['a'], 'text')
          linkSync(join(root, 'a'), join(root, 'b'))

          await assert.rejects(storage.move(drive('a'), drive('b')), taken)
          assert.deepEqual(onDisk(root).toSorted(), ['a', 'b'])
        }))

      it('shows names composed, and finds them in either way', () =>
        using(paths, async (storage, root) => {
          writeFileSync(join(root, decomposed), 'text')

          assert.deepEqual(await namesIn(storage, drive()), [composed])
          assert.equal(String(await contentOf(storage, [composed])), 'text')
          await assert.rejects(storage.makeFolder(drive(composed)), taken)
        }))

      it('keeps its own folder out of reach in any case', () =>
        using(paths, async (storage) => {
          await put(storage, ['a'], 'text')

          for (const name of ['.triptych', '.TRIPTYCH', '.Triptych']) {
            assert.equal(await storage.stat(drive(name)), null)
            await assert.rejects(storage.open([name, 'id']), { code: 'files.not_found' })
            await assert.rejects(storage.makeFolder(drive(name)), { code: 'files.bad_name' })
            await assert.rejects(storage.move(drive('a'), drive(name, 'x')), {
              code: 'files.not_found',
            })
          }
        }))

      it('refuses to move a folder into itself, spelled in another case', () =>
        using(paths, async (storage, root) => {
          mkdirSync(join(root, 'f', 'g'), { recursive: true })

          await assert.rejects(storage.move(drive('f'), drive('F', 'g', 'x')), {
            code: 'files.into_itself',
          })
          assert.deepEqual(onDisk(root), ['f'])
        }))
    })
  }
})

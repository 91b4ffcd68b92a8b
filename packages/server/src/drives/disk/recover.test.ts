import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync } from 'node:fs'
import { linkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { testDrive } from '../../../test/fixtures/drive.ts'
import type { TestDrive } from '../../../test/fixtures/drive.ts'
import type { Spot } from '../../ports/storage.ts'
import { listFiles } from '../../domain/files/list-files.ts'

const at = (...path: string[]): Spot => ({ area: 'drive', path })
const hidden = (key: string): Spot => ({ area: 'hidden', path: [key] })

/** A drive with `a.txt` and `docs/b.txt`, known to the index, and the server gone. */
async function stopped(): Promise<TestDrive & { path: (...names: string[]) => string }> {
  const made = await testDrive()
  writeFileSync(join(made.root, 'a.txt'), 'one')
  mkdirSync(join(made.root, 'docs'))
  writeFileSync(join(made.root, 'docs', 'b.txt'), 'two')
  const { drive } = await made.open()
  await drive.idle()
  await drive.close()
  return { ...made, path: (...names) => join(made.root, ...names) }
}

function inode(path: string): number {
  return statSync(path).ino
}

async function afterStart(made: TestDrive): Promise<{ names: string[]; hidden: string[] }> {
  const { drive, ctx } = await made.open()
  await drive.idle()
  const list = await listFiles(ctx, { folder: '/', range: null, isKnown: () => false })
  assert.deepEqual(made.failures, [])
  assert.deepEqual(await made.database.read(({ files }) => files.intents()), [])
  assert.deepEqual(await made.database.read(({ files }) => files.wrongTotals()), [])
  const names = (JSON.parse(list.body as string) as { value: string }[]).map(({ value }) => value)
  assert.deepEqual(names, visibleNames(made.root))
  return { names, hidden: readdirSync(join(made.root, '.triptych', 'hidden')) }
}

function visibleNames(root: string): string[] {
  return readdirSync(root)
    .filter((name) => name !== '.triptych')
    .toSorted()
}

describe('a start after a crash', () => {
  it('takes back a move of which all steps were done, but not put down', async () => {
    const made = await stopped()
    const steps = [
      { from: at('a.txt'), to: at('docs', 'a.txt'), inode: inode(made.path('a.txt')) },
      { from: at('docs', 'b.txt'), to: at('b.txt'), inode: inode(made.path('docs', 'b.txt')) },
    ]
    await made.database.transact(({ files }) => files.addIntent(steps))
    renameSync(made.path('a.txt'), made.path('docs', 'a.txt'))
    renameSync(made.path('docs', 'b.txt'), made.path('b.txt'))

    assert.deepEqual((await afterStart(made)).names, ['a.txt', 'docs'])
    assert.deepEqual(readdirSync(made.path('docs')), ['b.txt'])
  })

  it('takes back the first half of a move', async () => {
    const made = await stopped()
    const steps = [
      { from: at('a.txt'), to: at('docs', 'a.txt'), inode: inode(made.path('a.txt')) },
      { from: at('docs', 'b.txt'), to: at('b.txt'), inode: inode(made.path('docs', 'b.txt')) },
    ]
    await made.database.transact(({ files }) => files.addIntent(steps))
    renameSync(made.path('a.txt'), made.path('docs', 'a.txt'))

    assert.deepEqual((await afterStart(made)).names, ['a.txt', 'docs'])
    assert.deepEqual(readdirSync(made.path('docs')), ['b.txt'])
  })

  it('does nothing about a move that had not begun', async () => {
    const made = await stopped()
    const steps = [{ from: at('a.txt'), to: at('c.txt'), inode: inode(made.path('a.txt')) }]
    await made.database.transact(({ files }) => files.addIntent(steps))

    assert.deepEqual((await afterStart(made)).names, ['a.txt', 'docs'])
  })

  it('leaves a file one name where it had two for a moment', async () => {
    const made = await stopped()
    const steps = [{ from: at('a.txt'), to: at('c.txt'), inode: inode(made.path('a.txt')) }]
    await made.database.transact(({ files }) => files.addIntent(steps))
    linkSync(made.path('a.txt'), made.path('c.txt'))

    assert.deepEqual((await afterStart(made)).names, ['a.txt', 'docs'])
    assert.equal(statSync(made.path('a.txt')).nlink, 1)
  })

  it('removes the empty folder that held the new name of another', async () => {
    const made = await stopped()
    const steps = [{ from: at('docs'), to: at('papers'), inode: inode(made.path('docs')) }]
    await made.database.transact(({ files }) => files.addIntent(steps))
    mkdirSync(made.path('papers'))

    assert.deepEqual((await afterStart(made)).names, ['a.txt', 'docs'])
  })

  it('keeps a folder of the new name that somebody has put something into', async () => {
    const made = await stopped()
    const steps = [{ from: at('docs'), to: at('papers'), inode: inode(made.path('docs')) }]
    await made.database.transact(({ files }) => files.addIntent(steps))
    mkdirSync(made.path('papers'))
    writeFileSync(made.path('papers', 'theirs.txt'), 'theirs')

    assert.deepEqual((await afterStart(made)).names, ['a.txt', 'docs', 'papers'])
    assert.equal(readFileSync(made.path('papers', 'theirs.txt'), 'utf8'), 'theirs')
  })

  it('brings back what was about to be deleted', async () => {
    const made = await stopped()
    const steps = [
      { from: at('docs'), to: hidden('k1'), inode: inode(made.path('docs')) },
      { from: at('a.txt'), to: hidden('k2'), inode: inode(made.path('a.txt')) },
    ]
    await made.database.transact(({ files }) => files.addIntent(steps))
    renameSync(made.path('docs'), made.path('.triptych', 'hidden', 'k1'))

    const { names, hidden: left } = await afterStart(made)

    assert.deepEqual(names, ['a.txt', 'docs'])
    assert.deepEqual(left, [])
    assert.equal(readFileSync(made.path('docs', 'b.txt'), 'utf8'), 'two')
  })

  it('goes on with an undo that was killed itself', async () => {
    const made = await stopped()
    const steps = [{ from: at('docs'), to: hidden('k1'), inode: inode(made.path('docs')) }]
    await made.database.transact(({ files }) => files.addIntent(steps))
    renameSync(made.path('docs'), made.path('.triptych', 'hidden', 'k1'))
    mkdirSync(made.path('docs'))

    assert.deepEqual((await afterStart(made)).names, ['a.txt', 'docs'])
    assert.equal(readFileSync(made.path('docs', 'b.txt'), 'utf8'), 'two')
  })

  it('brings it back under another name when somebody has taken its own', async () => {
    const made = await stopped()
    const steps = [{ from: at('a.txt'), to: hidden('k1'), inode: inode(made.path('a.txt')) }]
    await made.database.transact(({ files }) => files.addIntent(steps))
    renameSync(made.path('a.txt'), made.path('.triptych', 'hidden', 'k1'))
    writeFileSync(made.path('a.txt'), 'another')

    assert.deepEqual((await afterStart(made)).names, ['a.new.txt', 'a.txt', 'docs'])
    assert.equal(readFileSync(made.path('a.new.txt'), 'utf8'), 'one')
    assert.equal(readFileSync(made.path('a.txt'), 'utf8'), 'another')
  })

  it('takes away copies that were not put down', async () => {
    const made = await stopped()
    const key = made.path('.triptych', 'hidden', 'copy')
    mkdirSync(key)
    const steps = [{ from: hidden('copy'), to: at('docs.new'), inode: inode(key) }]
    await made.database.transact(({ files }) => files.addIntent(steps))
    renameSync(key, made.path('docs.new'))

    const { names, hidden: left } = await afterStart(made)

    assert.deepEqual(names, ['a.txt', 'docs'])
    assert.deepEqual(left, [])
  })

  it('sweeps what was hidden, on drive and in the index', async () => {
    const made = await stopped()
    writeFileSync(made.path('.triptych', 'hidden', 'half-an-upload'), 'ha')
    await made.database.transact(({ files }) =>
      files.insert(2, { name: 'old', kind: 'folder', size: 0, modified: 0, inode: 1 }),
    )

    assert.deepEqual((await afterStart(made)).hidden, [])
    assert.deepEqual(await made.database.read(({ files }) => files.children(2, null, 10)), [])
  })

  it('puts down what was added but not put down, and what others did meanwhile', async () => {
    const made = await stopped()
    writeFileSync(made.path('docs', 'uploaded.txt'), 'whole')
    writeFileSync(made.path('docs', 'b.txt'), 'longer than before')

    const { drive } = await made.open()
    await drive.idle()
    const docs = await made.database.read(({ files }) => files.find(['docs']))

    assert.deepEqual(docs?.totals, { bytes: 5 + 18, files: 2, folders: 0 })
  })
})

describe('an index', () => {
  it('that is lost is made anew while it is asked', async () => {
    const made = await stopped()
    await made.database.transact(async ({ files }) => {
      await files.clear()
    })

    const { names } = await afterStart(made)

    assert.deepEqual(names, ['a.txt', 'docs'])
    const root = await made.database.read(({ files }) => files.find([]))
    assert.deepEqual(root?.totals, { bytes: 6, files: 2, folders: 1 })
  })

  it('that does not add up is made anew', async () => {
    const made = await stopped()
    // As a foreign hand would leave it: an entry for nothing, and a number that is no sum.
    await made.database.transact(async ({ files }) => {
      const docs = await files.find(['docs'])
      await files.insert(docs?.id ?? 0, {
        name: 'ghost',
        kind: 'file',
        size: 9,
        modified: 0,
        inode: 1,
      })
    })

    const { drive } = await made.open()
    await drive.idle()

    const root = await made.database.read(({ files }) => files.find([]))
    assert.deepEqual(root?.totals, { bytes: 6, files: 2, folders: 1 })
    assert.equal(existsSync(made.path('docs', 'ghost')), false)
  })
})

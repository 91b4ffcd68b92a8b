import assert from 'node:assert/strict'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { testDrive } from '../../../test/fixtures/drive.ts'
import type { TestDrive } from '../../../test/fixtures/drive.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
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

/** What an intent says of `new`, hidden or on the drive, that was to take the place of `a.txt`. */
async function replacing(
  made: TestDrive & { path: (...names: string[]) => string },
  from: Spot,
  file: string,
): Promise<string> {
  writeFileSync(file, 'new')
  const over = { key: 'aside', inode: inode(made.path('a.txt')) }
  const steps = [{ from, to: at('a.txt'), inode: inode(file), over }]
  await made.database.transact(({ files }) => files.addIntent(steps))
  return made.path('.triptych', 'hidden', 'aside')
}

describe('a start after a crash', () => {
  it('leaves alone what is kept, and sweeps the rest of what is hidden', async () => {
    const made = await stopped()
    const where = { kind: 'deleted', of: null, parent: 1, path: '/x' } as const
    for (const key of ['kept', 'left']) {
      mkdirSync(made.path('.triptych', 'hidden', key), { recursive: true })
      writeFileSync(made.path('.triptych', 'hidden', key, 'x'), 'x')
    }
    await made.database.transact(async ({ files, kept }) => {
      const folder = { kind: 'folder', size: 0, modified: 0, inode: 0 } as const
      const node = await files.insert(hiddenRoot, { ...folder, name: 'kept' })
      await files.insert(hiddenRoot, { ...folder, name: 'left' })
      // Its time is not over yet.
      await kept.add({ node, ...where, at: 2 ** 45, actor: null, actorId: null })
    })

    assert.deepEqual((await afterStart(made)).hidden, ['kept'])
    const { drive } = await made.open()
    drive.discard('kept')
    await drive.idle()
    await drive.close()
    assert.equal(readFileSync(made.path('.triptych', 'hidden', 'kept', 'x'), 'utf8'), 'x')
  })

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

  it('brings back a file that was replaced, but not put down', async () => {
    const made = await stopped()
    const file = made.path('.triptych', 'hidden', 'new')
    const aside = await replacing(made, hidden('new'), file)
    linkSync(made.path('a.txt'), aside)
    renameSync(file, made.path('a.txt'))

    assert.deepEqual(await afterStart(made), { names: ['a.txt', 'docs'], hidden: [] })
    assert.equal(readFileSync(made.path('a.txt'), 'utf8'), 'one')
  })

  it('brings back both where one was moved onto the other', async () => {
    const made = await stopped()
    const file = made.path('docs', 'new')
    const aside = await replacing(made, at('docs', 'new'), file)
    linkSync(made.path('a.txt'), aside)
    renameSync(file, made.path('a.txt'))

    assert.deepEqual(await afterStart(made), { names: ['a.txt', 'docs'], hidden: [] })
    assert.equal(readFileSync(made.path('a.txt'), 'utf8'), 'one')
    assert.equal(readFileSync(file, 'utf8'), 'new')
  })

  it('leaves a file one name that was about to be replaced', async () => {
    const made = await stopped()
    const file = made.path('docs', 'new')
    const aside = await replacing(made, at('docs', 'new'), file)
    linkSync(made.path('a.txt'), aside)

    assert.deepEqual(await afterStart(made), { names: ['a.txt', 'docs'], hidden: [] })
    assert.equal(readFileSync(made.path('a.txt'), 'utf8'), 'one')
    assert.equal(statSync(made.path('a.txt')).nlink, 1)
    assert.equal(readFileSync(file, 'utf8'), 'new')
  })

  it('brings back what was replaced where there are no two names for a file', async () => {
    const made = await stopped()
    const file = made.path('docs', 'new')
    const aside = await replacing(made, at('docs', 'new'), file)
    renameSync(made.path('a.txt'), aside)

    assert.deepEqual(await afterStart(made), { names: ['a.txt', 'docs'], hidden: [] })
    assert.equal(readFileSync(made.path('a.txt'), 'utf8'), 'one')
    assert.equal(readFileSync(file, 'utf8'), 'new')
  })

  it('goes on with bringing back what was replaced', async () => {
    const made = await stopped()
    const file = made.path('docs', 'new')
    const aside = await replacing(made, at('docs', 'new'), file)
    linkSync(made.path('a.txt'), aside)
    renameSync(file, made.path('a.txt'))
    linkSync(made.path('a.txt'), file)

    assert.deepEqual(await afterStart(made), { names: ['a.txt', 'docs'], hidden: [] })
    assert.equal(readFileSync(made.path('a.txt'), 'utf8'), 'one')
    assert.equal(readFileSync(file, 'utf8'), 'new')
    assert.equal(statSync(file).nlink, 1)
  })

  it('keeps what others have put in the place of both', async () => {
    const made = await stopped()
    const file = made.path('docs', 'new')
    const aside = await replacing(made, at('docs', 'new'), file)
    linkSync(made.path('a.txt'), aside)
    renameSync(file, made.path('a.txt'))
    writeFileSync(file, 'theirs')

    const { names, hidden: left } = await afterStart(made)

    assert.deepEqual([names, left], [['a.txt', 'docs'], []])
    assert.equal(readFileSync(made.path('a.txt'), 'utf8'), 'one')
    assert.equal(readFileSync(file, 'utf8'), 'theirs')
    assert.equal(readFileSync(made.path('docs', 'new.new'), 'utf8'), 'new')
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
      await files.clear(new Set())
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

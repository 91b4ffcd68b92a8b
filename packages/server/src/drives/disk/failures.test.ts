import assert from 'node:assert/strict'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { testDrive } from '../../../test/fixtures/drive.ts'
import type { TestDrive } from '../../../test/fixtures/drive.ts'
import type { Context } from '../../context.ts'
import { copyFiles } from '../../domain/files/copy-files.ts'
import { createFile } from '../../domain/files/create-file.ts'
import { listFiles } from '../../domain/files/list-files.ts'
import { moveFiles } from '../../domain/files/move-files.ts'

async function names(ctx: Context, folder: string): Promise<string[]> {
  const { body } = await listFiles(ctx, { folder, range: null, isKnown: () => false })
  return (JSON.parse(body as string) as { value: string }[]).map(({ value }) => value)
}

async function opened(
  options?: Parameters<typeof testDrive>[0],
): Promise<
  TestDrive & Awaited<ReturnType<TestDrive['open']>> & { path: (name: string) => string }
> {
  const made = await testDrive(options)
  writeFileSync(join(made.root, 'a.txt'), 'one')
  mkdirSync(join(made.root, 't'))
  const open = await made.open()
  await open.drive.idle()
  return { ...made, ...open, path: (name) => join(made.root, name) }
}

/** Another program has the database, from the moment on at which `isTime`, until it is let go. */
function holding(made: TestDrive): { hold: () => void; letGo: () => void } {
  const other = new SqliteDatabase(made.databaseFile, { timeout: 1000 })
  return {
    hold: () => other.exec('begin immediate'),
    letGo: () => other.exec('rollback').close(),
  }
}

describe('an operation whose last transaction fails', () => {
  it('leaves nothing of a new file, and the next listing is right', async () => {
    const { ctx, path, ...made } = await opened()
    const { hold, letGo } = holding(made)
    hold()

    await assert.rejects(createFile(ctx, { parent: '/t', body: { name: 'n', type: 'file' } }), {
      code: 'unavailable',
    })
    letGo()
    await made.drive.idle()

    assert.deepEqual(readdirSync(path('t')), [])
    assert.deepEqual(await names(ctx, '/t'), [])
    assert.deepEqual(readdirSync(path('.triptych/hidden')), [])
  })

  it('does not take back the same move when it is repeated and the server starts anew', async () => {
    const { ctx, path, drive, ...made } = await opened()
    const { hold, letGo } = holding(made)
    // The intent is committed, and then the database is gone for as long as the undo tries.
    const move = made.storage.move.bind(made.storage)
    let isFirst = true
    made.storage.move = async (from, to) => {
      if (isFirst) hold()
      isFirst = false
      return move(from, to)
    }
    await assert.rejects(moveFiles(ctx, { ids: ['/a.txt'], target: '/t' }), { code: 'unavailable' })
    letGo()
    assert.equal(existsSync(path('a.txt')), true)

    await moveFiles(ctx, { ids: ['/a.txt'], target: '/t' })
    await drive.close()
    const again = await made.open()
    await again.drive.idle()

    assert.equal(readFileSync(path('t/a.txt'), 'utf8'), 'one')
    assert.deepEqual(await names(again.ctx, '/t'), ['a.txt'])
    assert.deepEqual(await made.database.read(({ files }) => files.intents()), [])
  })
})

describe('what others do at the same moment', () => {
  it('is not undone with our own: an empty folder of theirs stays', async () => {
    const { ctx, path, storage } = await opened()
    mkdirSync(path('d'))
    const move = storage.move.bind(storage)
    let theirs = 0
    storage.move = async (from, to) => {
      if (theirs === 0) {
        mkdirSync(path('t/d'))
        theirs = statSync(path('t/d')).ino
      }
      return move(from, to)
    }

    const [moved] = await moveFiles(ctx, { ids: ['/d'], target: '/t' })

    assert.equal(moved?.id, '/t/d.new')
    assert.equal(statSync(path('t/d')).ino, theirs)
  })

  it('is seen in a folder that they have put in the place of another', async () => {
    const { ctx, path, drive, database } = await opened()
    for (const name of ['x', 'y']) {
      mkdirSync(path(name))
      writeFileSync(path(`${name}/f`), name)
    }
    await names(ctx, '/')
    await drive.idle()
    renameSync(path('x'), path('z'))
    renameSync(path('y'), path('x'))
    await names(ctx, '/')
    await drive.idle()

    appendFileSync(path('x/f'), ' and more')
    const size = async (): Promise<number | undefined> =>
      (await database.read(({ files }) => files.find(['x', 'f'])))?.size
    const deadline = Date.now() + 60_000
    while ((await size()) !== 10 && Date.now() < deadline) await pause(20)

    assert.equal(await size(), 10)
  })
})

describe('where dotfiles are hidden', () => {
  it('a copy does not show them either', async () => {
    const { ctx, path } = await opened({ showHidden: false })
    writeFileSync(path('t/.secret'), 's')
    writeFileSync(path('t/open'), 'o')

    await copyFiles(ctx, { ids: ['/t'], target: '/' })

    assert.deepEqual(await names(ctx, '/t.new'), ['open'])
    assert.deepEqual(readdirSync(path('t.new')).toSorted(), ['.secret', 'open'])
  })
})

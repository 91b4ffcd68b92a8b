import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chosenPaths } from '../../config/environment.ts'
import { bucketDrive, piecesOf, read, upload } from '../../../test/fixtures/bucket-drive.ts'
import { newDatabaseFile } from '../../../test/fixtures/database-file.ts'
import { noS3 } from '../../../test/fixtures/s3-server.ts'
import { openSqliteDatabase } from '../../engines/sqlite/database.ts'
import { AppError } from '../../errors.ts'
import type { Database, Stores } from '../../ports/database.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import { copyFiles } from '../../domain/files/copy-files.ts'
import { createFile } from '../../domain/files/create-file.ts'
import { deleteFiles } from '../../domain/files/delete-files.ts'
import { moveFiles } from '../../domain/files/move-files.ts'
import { renameFile } from '../../domain/files/rename-file.ts'
import { uploadFile } from '../../domain/files/upload-file.ts'
import { draftName, goneName, keptName } from './objects.ts'
import { openObjectDrive } from './open-object-drive.ts'

const unavailable = { code: 'unavailable' }

/** Carries transactions out, and fails all the same where they have told the log of this. */
function losingAnswers(database: Database, operation: string): Database['transact'] {
  return async (work) => {
    let isLost = false
    const answer = await database.transact((stores) => {
      const changes: Stores['changes'] = {
        ...stores.changes,
        append(change, author) {
          isLost = change.operation === operation
          return stores.changes.append(change, author)
        },
      }
      return work({ ...stores, changes })
    })
    if (isLost) throw new AppError('unavailable', 'The connection was lost.')
    return answer
  }
}

describe('a drive in a bucket', { skip: noS3 }, () => {
  it('copies, moves and renames without touching a byte in the bucket', async (t) => {
    const { open, keys, verify } = await bucketDrive(t)
    const { drive, ctx } = await open()
    await upload(ctx, 'docs/deep/a.txt', 'content')
    const before = await keys()
    assert.equal(before.length, 1)

    await copyFiles(ctx, { ids: ['/docs', '/docs/deep/a.txt'], target: '/' })
    await moveFiles(ctx, { ids: ['/docs'], target: '/docs.new' })
    await renameFile(ctx, { id: '/docs.new', name: 'all' })

    assert.deepEqual(await keys(), before)
    for (const path of ['a.txt', 'all/deep/a.txt', 'all/docs/deep/a.txt']) {
      assert.equal(await read(drive, path), 'content')
    }
    assert.deepEqual((await drive.folder([])).totals, { bytes: 21, files: 3, folders: 4 })
    assert.deepEqual(await verify(), [])
  })

  it('keeps bytes for a day after their last name is gone, and ends them then', async (t) => {
    const { open, keys, hoursPass, failures } = await bucketDrive(t)
    const { drive, ctx } = await open()
    await upload(ctx, 'a.txt', 'content')
    await copyFiles(ctx, { ids: ['/a.txt'], target: '/' })
    const file = await drive.open(['a.txt'])
    await deleteFiles(ctx, ['/a.txt'])
    await deleteFiles(ctx, ['/a.new.txt'])
    await drive.idle()

    hoursPass(23)
    const later = await open()
    await later.drive.idle()
    assert.equal((await keys()).length, 1)
    assert.equal(Buffer.concat(await Array.fromAsync(file.read(0, 7))).toString(), 'content')

    hoursPass(2)
    const last = await open()
    await last.drive.idle()
    assert.deepEqual(await keys(), [])
    assert.deepEqual(failures, [])
  })

  it('never ends bytes that still have a name', async (t) => {
    const { open, hoursPass, verify } = await bucketDrive(t)
    const { drive, ctx } = await open()
    await upload(ctx, 'docs/a.txt', 'content')
    await copyFiles(ctx, { ids: ['/docs'], target: '/' })
    await deleteFiles(ctx, ['/docs'])
    await drive.idle()
    hoursPass(48)
    const later = await open()
    await later.drive.idle()

    assert.equal(await read(later.drive, 'docs.new/a.txt'), 'content')
    assert.deepEqual(await verify(), [])
  })

  it('ends what another server has deleted, but had no time to clear up', async (t) => {
    const { open, hidden, database } = await bucketDrive(t)
    const { drive, ctx } = await open()
    await upload(ctx, 'docs/a.txt', 'content')
    await drive.close()
    await deleteFiles(ctx, ['/docs'])
    assert.equal((await hidden()).length, 1)

    const other = await open()
    await other.drive.idle()
    assert.deepEqual(await hidden(), [])
    assert.deepEqual(await database.read(({ contents }) => contents.unnamed(Infinity, 9)), [
      ...(await database.read(({ contents }) => contents.list(0, 9))),
    ])
  })

  it('leaves a copy alone that another server is making, and ends it after a day', async (t) => {
    const { open, hidden, database, hoursPass } = await bucketDrive(t)
    const entry = { kind: 'folder', size: 0, modified: 0, inode: 0 } as const
    await database.transact(({ files }) =>
      files.insert(hiddenRoot, { ...entry, name: draftName(new Date()) }),
    )
    await (await open()).drive.idle()
    assert.equal((await hidden()).length, 1)
    hoursPass(25)
    await (await open()).drive.idle()
    assert.deepEqual(await hidden(), [])
  })

  it('leaves alone what is kept, for however long', async (t) => {
    const { open, hidden, database, hoursPass } = await bucketDrive(t)
    const entry = { kind: 'folder', size: 0, modified: 0, inode: 0 } as const
    for (const name of [keptName(), goneName()]) {
      await database.transact(({ files }) => files.insert(hiddenRoot, { ...entry, name }))
    }
    hoursPass(25)
    await (await open()).drive.idle()
    assert.deepEqual(
      (await hidden()).map(({ name }) => name.slice(0, 7)),
      ['former-'],
    )
  })

  it('keeps what was committed, though the answer of the database was lost', async (t) => {
    const { open, database, verify } = await bucketDrive(t)
    const { ctx } = await open()
    await upload(ctx, 'docs/a.txt', 'content')

    const lost = await open({ ...database, transact: losingAnswers(database, 'file-added') })
    await assert.rejects(copyFiles(lost.ctx, { ids: ['/docs'], target: '/' }), unavailable)
    await assert.rejects(upload(lost.ctx, 'b.txt', 'more'), unavailable)
    await lost.drive.idle()

    assert.equal(await read(lost.drive, 'docs.new/a.txt'), 'content')
    assert.equal(await read(lost.drive, 'b.txt'), 'more')
    assert.deepEqual(await verify(), [])
  })

  it('ends bytes that get no place', async (t) => {
    const { open, keys } = await bucketDrive(t)
    const { drive, ctx } = await open()
    const { receive, publish, discard } = await uploadFile(ctx, '/')
    discard(await receive(piecesOf('given up')))
    const key = await receive(piecesOf('bad name'))
    await assert.rejects(publish(key, 'a/../b'), { code: 'files.bad_name' })
    await drive.idle()

    assert.deepEqual(await keys(), [])
  })

  it('gives no place to bytes that have waited too long', async (t) => {
    const { open, keys, hoursPass } = await bucketDrive(t)
    const { drive, ctx } = await open()
    const { receive, publish } = await uploadFile(ctx, '/')
    const key = await receive(piecesOf('late'))
    hoursPass(13)
    await assert.rejects(publish(key, 'late.txt'), { code: 'unavailable' })
    await drive.idle()

    assert.deepEqual(await keys(), [])
  })

  it('gives a name to one of many who want it, and names like it to the others', async (t) => {
    const { open, verify } = await bucketDrive(t)
    const [one, other] = [await open(), await open()]
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        createFile([one.ctx, other.ctx][n % 2]!, { parent: '/', body: { name: 'a.txt' } as never }),
      ),
    )
    assert.equal(new Set(made.map(({ id }) => id)).size, 8)
    assert.deepEqual(await verify(), [])
  })

  it('is refused where the files lie in a folder, and the other way round', async (t) => {
    const { open, database } = await bucketDrive(t)
    const { ctx } = await open()
    await upload(ctx, 'a.txt', 'content')
    const { openDiskDrive } = await import('../disk/open-disk-drive.ts')
    const { openSafeFolder } = await import('../../engines/folder/safe-folder.ts')
    const { newFolder } = await import('../../../test/fixtures/run-program.ts')
    const storage = await openSafeFolder(newFolder(), { showHidden: true, paths: chosenPaths() })
    t.after(() => storage.close())
    const parts = {
      rules: {
        portableNames: false,
        quota: null,
        trashDays: 0,
        versions: { most: 0, days: 1, bytes: null },
      },
      now: () => new Date(),
      failed: () => {},
    }
    await assert.rejects(openDiskDrive({ database, storage, id: null }, parts), /lie in a bucket/)

    const onDisk = openSqliteDatabase(newDatabaseFile())
    t.after(() => onDisk.close())
    const disk = await openDiskDrive({ database: onDisk, storage, id: null }, parts)
    await disk.idle()
    await disk.close()
    const { objects } = await bucketDrive(t)
    await assert.rejects(
      openObjectDrive({ database: onDisk, store: objects }, parts),
      /lie in a folder/,
    )
  })

  it('says which bytes are missing', async (t) => {
    const { open, objects, verify } = await bucketDrive(t)
    const { ctx } = await open()
    await upload(ctx, 'a.txt', 'content')
    for await (const { key } of objects.keys(null)) await objects.remove([key])

    const problems = await verify()
    assert.equal(problems.length, 1)
    assert.match(problems[0]!, /not in the bucket/)
  })
})

import type { TestContext } from 'node:test'
import SqliteDatabase from 'better-sqlite3'
import type { Context } from '../src/context.ts'
import type { OpenDrive } from '../src/domain/files/drive/drive.ts'
import { openObjectDrive } from '../src/domain/files/objects/open-object-drive.ts'
import { verifyObjects } from '../src/domain/files/objects/verify-objects.ts'
import { uploadFile } from '../src/domain/files/upload-file.ts'
import { openS3 } from '../src/engines/s3/object-store.ts'
import { openSqliteDatabase } from '../src/engines/sqlite/database.ts'
import type { Database } from '../src/ports/database.ts'
import { hiddenRoot } from '../src/ports/file-index.ts'
import { newDatabaseFile } from './database-file.ts'
import { fileContext } from './drive.ts'
import { allIn, newBucket } from './s3-server.ts'

export const hourMs = 60 * 60 * 1000

/** A drive in a bucket of its own, whose clock stands still until it is told the hours that pass. */
export async function bucketDrive(t: TestContext) {
  const bucket = await newBucket()
  const stores = openS3(bucket.address, bucket.credentials)
  const file = newDatabaseFile()
  const database = openSqliteDatabase(file)
  const objects = stores.open('drive')
  const failures: unknown[] = []
  let time = Date.now()
  const opened: OpenDrive[] = []
  t.after(async () => {
    for (const drive of opened) await drive.close()
    await stores.close()
    await database.close()
  })

  /** A database that was the same until now. */
  function copy(): Database {
    const path = newDatabaseFile()
    const source = new SqliteDatabase(file, { readonly: true })
    source.prepare('vacuum into ?').run(path)
    source.close()
    const copied = openSqliteDatabase(path)
    t.after(() => copied.close())
    return copied
  }

  /** As another server would, or this one after a restart. */
  async function open(
    by = database,
    failed = (error: unknown) => void failures.push(error),
  ): Promise<{ drive: OpenDrive; ctx: Context }> {
    const drive = await openObjectDrive({
      database: by,
      objects,
      rules: { portableNames: false },
      now: () => new Date(time),
      failed,
    })
    opened.push(drive)
    return { drive, ctx: fileContext(drive, objects) }
  }

  return {
    database,
    objects,
    failures,
    open,
    copy,
    now: () => new Date(time),
    idle: async () => void (await Promise.all(opened.map((drive) => drive.idle()))),
    keys: async () => (await allIn(bucket.client)).keys.filter((key) => !key.includes('~')),
    claims: async () => (await allIn(bucket.client)).keys.filter((key) => key.includes('~')),
    hoursPass: (hours: number) => void (time += hours * hourMs),
    hidden: () => database.read(({ files }) => files.children(hiddenRoot, null, 10)),
    verify: async () => (await verifyObjects({ database, store: objects }, () => {})).problems,
  }
}

export async function upload(ctx: Context, path: string, text: string): Promise<void> {
  const { receive, publish } = await uploadFile(ctx, '/')
  await publish(await receive(piecesOf(text)), path)
}

export async function read(drive: OpenDrive, path: string): Promise<string> {
  const file = await drive.open(path.split('/'))
  const pieces = await Array.fromAsync(file.read(0, file.entry.size))
  return Buffer.concat(pieces).toString()
}

export async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

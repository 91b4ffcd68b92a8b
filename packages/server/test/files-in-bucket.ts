import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { isClaim } from '../src/domain/files/objects/claims.ts'
import { fileEntry, folderEntry } from '../src/domain/files/objects/entries.ts'
import { openS3 } from '../src/engines/s3/object-store.ts'
import type { Database } from '../src/ports/database.ts'
import { driveRoot, hiddenRoot } from '../src/ports/file-index.ts'
import type { NewNode } from '../src/ports/file-index.ts'
import type { ObjectStore, ObjectStores, StoredObject } from '../src/ports/object-store.ts'
import type { EntryKind } from '../src/ports/storage.ts'
import { behindTheServer, openMainOf } from './engine.ts'
import type { Content, FilesHome, FoundEntry } from './found-files.ts'
import { newBucket } from './s3-server.ts'
import type { TestBucket } from './s3-server.ts'

interface EntryInBucket extends Omit<FoundEntry, 'bytes'> {
  object: StoredObject | null
}

const scratch = mkdtempSync(join(tmpdir(), 'triptych-bucket-'))
let shared: Promise<{ bucket: TestBucket; stores: ObjectStores }> | null = null

after(async () => {
  rmSync(scratch, { recursive: true, force: true })
  await (await shared)?.stores.close()
})

/** One for all servers of a test file: each database has its own keys. */
async function openBucket() {
  const bucket = await newBucket()
  return { bucket, stores: openS3(bucket.address, bucket.credentials) }
}

/** No server may have opened this data folder before; the files are there when the first one does. */
export async function filesInBucket(
  content: Content,
  data = mkdtempSync(join(scratch, 'data-')),
): Promise<FilesHome> {
  const { bucket, stores } = await (shared ??= openBucket())
  const database = await openMainOf(data)
  const store = stores.open(database.id)
  await fill(database, store, content)
  await database.close()
  const underPrefix = `${bucket.address.prefix}${database.id}/`

  async function rows(text: string): Promise<unknown[][]> {
    return behindTheServer(data, { sqlite: '', postgres: text })
  }

  async function entries(): Promise<EntryInBucket[]> {
    return (await rows(entriesBelow(driveRoot))).map(entryFrom)
  }

  return {
    options: { data, storage: bucket.url },
    state: entries,
    async read() {
      return Promise.all(
        (await entries()).map(async ({ object, ...entry }) => ({
          ...entry,
          bytes: object ? await bytesOf(store, object) : Buffer.alloc(0),
        })),
      )
    },
    /** Bytes whose last name is gone stay for a day, and claims for good: those are not meant. */
    async hidden() {
      const names = await rows(`select name from _files where parent = ${hiddenRoot}`)
      const keys: string[] = []
      for await (const { key } of store.keys(null)) if (!isClaim(key)) keys.push(key)
      const known = new Set((await rows(knownKeys)).flat())
      const { text } = await bucket.client.ask({
        method: 'GET',
        key: '',
        query: { uploads: '', prefix: underPrefix },
      })
      const uploads = text.match(/<UploadId>[^<]*/g) ?? []
      return [...names.flat().map(String), ...keys.filter((key) => !known.has(key)), ...uploads]
    },
  }
}

/** Of bytes that an entry has, or had. */
const knownKeys = `
  select key from _file_contents
  where unnamed_since is not null or id in (select content from _files)`

function entriesBelow(top: number): string {
  return `
    with recursive tree as (
      select *, name as path from _files where parent = ${top}
      union all
      select inner_one.*, tree.path || '/' || inner_one.name
      from _files inner_one join tree on inner_one.parent = tree.id
    )
    select path, kind, modified, key, tree.size, checksum
    from tree left join _file_contents on _file_contents.id = content
    order by path collate "C"`
}

function entryFrom([path, kind, modified, key, size, checksum]: unknown[]): EntryInBucket {
  const object = { key: String(key), size: Number(size), checksum: String(checksum) }
  return {
    path: String(path),
    kind: kind as EntryKind,
    modified: Number(modified),
    object: kind === 'file' ? object : null,
  }
}

async function bytesOf(store: ObjectStore, object: StoredObject): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(store.read(object, 0, object.size)))
}

/** Past the log, as a folder may have been filled before its server came. */
async function fill(database: Database, store: ObjectStore, content: Content): Promise<void> {
  const objects = await putAll(store, content)
  const now = new Date()
  await database.transact(async ({ files, contents }) => {
    const ids = new Map<StoredObject, number>()
    const folders = new Map([['', driveRoot]])
    const inFolders = new Map<number, NewNode[]>()

    async function folderAt(names: readonly string[]): Promise<number> {
      const path = names.join('/')
      const known = folders.get(path)
      if (known !== undefined) return known
      const parent = await folderAt(names.slice(0, -1))
      const id = await files.insert(parent, { ...folderEntry(now), name: names.at(-1) ?? '' })
      folders.set(path, id)
      return id
    }

    for (const path of Object.keys(content)) {
      const names = path.split('/').filter((name) => name !== '')
      const object = objects.get(path)
      const folder = await folderAt(object ? names.slice(0, -1) : names)
      if (!object) continue
      const id = ids.get(object) ?? (await contents.add(object))
      ids.set(object, id)
      const node = { ...fileEntry(object.size, now), name: names.at(-1) ?? '', content: id }
      const nodes = inFolders.get(folder) ?? []
      inFolders.set(folder, nodes)
      nodes.push(node)
    }
    for (const [folder, nodes] of inFolders) await files.insertAll(folder, nodes)
  })
}

/** Answers by path. Equal bytes are stored once, as those of copies are. */
async function putAll(store: ObjectStore, content: Content): Promise<Map<string, StoredObject>> {
  const puts = new Map<string, Promise<StoredObject>>()
  const files = Object.entries(content).filter(([path]) => !path.endsWith('/'))
  const objects = files.map(async ([path, data]): Promise<[string, StoredObject]> => {
    const hash = createHash('sha256').update(data).digest('hex')
    const put = puts.get(hash) ?? store.put(randomUUID(), once(Buffer.from(data)))
    puts.set(hash, put)
    return [path, await put]
  })
  return new Map(await Promise.all(objects))
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

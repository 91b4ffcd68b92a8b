import { randomUUID } from 'node:crypto'
import { damaged } from '../../codecs/tar/tar-header.ts'
import { putKept } from '../../domain/archive/carry-kept.ts'
import { wrongTotals } from '../../domain/files/read-index.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import type { FileContent } from '../../ports/file-contents.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { Totals } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import type { FilesRestore, RestoredEntry, Verified, Volume } from '../../ports/volume.ts'
import { isShared, takeOwnership } from './bucket-lease.ts'
import { keptName } from './objects.ts'
import { openObjectDrive } from './open-object-drive.ts'
import type { ObjectPlace } from './open-object-drive.ts'

export function objectVolume(place: ObjectPlace): Volume {
  return {
    open: (parts) => openObjectDrive(place, parts),
    verify: (progress) => verifyObjects(place, progress),
    async rebuild() {
      throw new AppError(
        'bad_request',
        'its files lie in a bucket, and only the index has their names',
      )
    },
    takeOwnership: (now) => takeOwnership({ ...place, now }),
    restore: async () => restoreInto(place),
    erase: () => eraseObjects(place),
    // The connections are those of all volumes in the bucket.
    close: async () => {},
  }
}

const pageSize = 1000

async function verifyObjects(
  { database, store }: ObjectPlace,
  progress: (entries: number) => void,
): Promise<Verified> {
  const found: Verified = { entries: 0, problems: await wrongTotals(database) }
  if (await isShared({ database, store })) {
    found.problems.push(': another database, a copy of this one or its original, uses these bytes')
  }
  const sizes = new Map<string, number>()
  for await (const { key, size } of store.keys(null)) sizes.set(key, size)

  let after: number | null = 0
  while (after !== null) {
    const from: number = after
    const page: FileContent[] = await database.read(({ contents }) => contents.list(from, pageSize))
    for (const { key, size } of page) {
      const there = sizes.get(key)
      if (there === undefined) found.problems.push(`/${key}: not in the bucket`)
      else if (there !== size) found.problems.push(`/${key}: ${there} bytes instead of ${size}`)
    }
    found.entries += page.length
    progress(found.entries)
    after = page.length < pageSize ? null : (page.at(-1)?.id ?? null)
  }
  return found
}

async function eraseObjects({ database, store }: ObjectPlace): Promise<void> {
  if (await isShared({ database, store })) return
  await store.sweep(0)
  let some: string[] = []
  for await (const { key } of store.keys(null)) {
    some.push(key)
    if (some.length < pageSize) continue
    await store.remove(some)
    some = []
  }
  await store.remove(some)
}

/** So many small files are on their way at once: each takes the store some time. */
const atOnce = 16
const smallBytes = 1024 * 1024

function restoreInto({ database, store }: ObjectPlace): FilesRestore {
  const made = {
    seen: { bytes: 0, files: 0, folders: 0 },
    kept: { bytes: 0, files: 0, folders: 0 },
  }
  const keys = new Map<number, string>()
  const underWay = new Set<Promise<void>>()
  const folders = new Map<string, number>([['', driveRoot]])
  let failure: unknown = null

  type Placing = (stores: Stores, content: number | null) => Promise<unknown>

  async function addFile(
    { bytes, ...entry }: RestoredEntry,
    sum: Totals,
    place: Placing,
  ): Promise<void> {
    const object = await store.put(randomUUID(), bytes, entry.size)
    if (object.size !== entry.size) throw damaged()
    await database.transact(async (stores) => place(stores, await stores.contents.add(object)))
    sum.files++
    sum.bytes += object.size
  }

  async function put(entry: RestoredEntry, sum: Totals, place: Placing): Promise<void> {
    if (failure) throw failure
    if (entry.kind === 'folder') {
      await database.transact((stores) => place(stores, null))
      sum.folders++
      return
    }
    if (entry.size > smallBytes) return addFile(entry, sum, place)
    const pieces = await Array.fromAsync(entry.bytes)
    const adding = addFile({ ...entry, bytes: fromPieces(pieces) }, sum, place)
      .catch((error: unknown) => void (failure ??= error))
      .finally(() => underWay.delete(adding))
    underWay.add(adding)
    if (underWay.size >= atOnce) await Promise.race(underWay)
  }

  function parentOf(path: Path): number {
    const id = folders.get(path.slice(0, -1).join('/'))
    if (id === undefined) throw damaged()
    return id
  }

  return {
    add: (path, entry) =>
      put(entry, made.seen, async ({ files }, content) => {
        const node = { ...nodeOf(path, entry), content }
        const [id] = await files.insertAgain(parentOf(path), [node])
        if (entry.kind === 'folder') folders.set(path.join('/'), id!)
      }),
    keep(kept, path, entry) {
      const key = keys.get(kept.node) ?? keptName()
      keys.set(kept.node, key)
      return put(entry, made.kept, (stores, content) =>
        putKept(stores, kept, [key, ...path], { ...nodeOf(path, entry), content }),
      )
    },
    async finish() {
      await Promise.all(underWay)
      if (failure) throw failure
      await database.transact(({ files }) => files.endFormer('all'))
      return made
    },
    async undo() {
      await Promise.all(underWay)
      // The store is that of a database that nobody else knows.
      const keys: string[] = []
      for await (const { key } of store.keys(null)) keys.push(key)
      await store.remove(keys)
    },
  }
}

async function* fromPieces(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

function nodeOf(path: Path, { kind, size, modified }: Omit<RestoredEntry, 'bytes'>) {
  return { kind, size, modified, inode: 0, name: path.at(-1) ?? '' }
}

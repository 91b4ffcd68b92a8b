import { randomUUID } from 'node:crypto'
import { AppError } from '../../errors.ts'
import type { Database } from '../../ports/database.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { Totals } from '../../ports/file-index.ts'
import type { ObjectStore } from '../../ports/object-store.ts'
import type { Path, Storage } from '../../ports/storage.ts'
import type { Workspace } from '../../ports/workspaces.ts'
import { damaged } from '../../codecs/tar/tar-header.ts'
import type { ReadEntry } from '../../codecs/tar/tar-read.ts'

/** Puts files where they were, before anybody serves the workspace. The log has them already. */
export interface FilesRestore {
  /** A folder comes before what it holds. */
  add(path: Path, entry: ReadEntry): Promise<void>
  /** Answers what there is now. */
  finish(): Promise<Totals>
  /** Takes everything away again. */
  undo(): Promise<void>
}

export async function restoreFiles(
  database: Database,
  storage: Workspace['storage'],
): Promise<FilesRestore> {
  return storage.kind === 'disk' ? ontoDisk(storage) : intoBucket(database, storage)
}

async function ontoDisk(storage: Storage): Promise<FilesRestore> {
  const { entries = [] } = (await storage.outside?.list({ area: 'drive', path: [] })) ?? {}
  if (entries.length > 0) {
    throw new AppError('bad_request', 'The folder for the files is not empty.')
  }
  const made: Totals = { bytes: 0, files: 0, folders: 0 }
  const dates: { path: Path; modified: number }[] = []
  return {
    async add(path, { kind, modified, size, bytes }) {
      const spot = { area: 'drive', path } as const
      if (kind === 'folder') {
        await storage.makeFolder(spot)
        dates.push({ path, modified })
        made.folders++
        return
      }
      const key = randomUUID()
      await storage.receive(key, bytes)
      await storage.setModified({ area: 'hidden', path: [key] }, modified)
      await storage.move({ area: 'hidden', path: [key] }, spot)
      made.files++
      made.bytes += size
    },
    async finish() {
      // What is put into a folder changes its date.
      for (const { path, modified } of dates) {
        await storage.sync([{ area: 'drive', path }])
        await storage.setModified({ area: 'drive', path }, modified)
      }
      await storage.sync([{ area: 'drive', path: [] }])
      return made
    },
    async undo() {
      const { entries: ours = [] } =
        (await storage.outside?.list({ area: 'drive', path: [] })) ?? {}
      for (const { name } of ours) {
        const key = randomUUID()
        const hidden = { area: 'hidden', path: [key] } as const
        await storage.move({ area: 'drive', path: [name] }, hidden)
        await storage.removeHidden(key)
      }
    },
  }
}

/** So many small files are on their way at once: each takes the store some time. */
const atOnce = 16
const smallBytes = 1024 * 1024

async function intoBucket(database: Database, store: ObjectStore): Promise<FilesRestore> {
  const made: Totals = { bytes: 0, files: 0, folders: 0 }
  const underWay = new Set<Promise<void>>()
  const folders = new Map<string, number>([['', driveRoot]])
  let failure: unknown = null

  async function addFile(path: Path, entry: Omit<ReadEntry, 'bytes'>, bytes: ReadEntry['bytes']) {
    const object = await store.put(randomUUID(), bytes, entry.size)
    if (object.size !== entry.size) throw damaged()
    await database.transact(async ({ files, contents }) => {
      const content = await contents.add(object)
      await files.insert(parentOf(path), { ...nodeOf(path, entry), content })
    })
    made.files++
    made.bytes += object.size
  }

  function parentOf(path: Path): number {
    const id = folders.get(path.slice(0, -1).join('/'))
    if (id === undefined) throw damaged()
    return id
  }

  return {
    async add(path, entry) {
      if (failure) throw failure
      if (entry.kind === 'folder') {
        const id = await database.transact(({ files }) =>
          files.insert(parentOf(path), nodeOf(path, entry)),
        )
        folders.set(path.join('/'), id)
        made.folders++
        return
      }
      if (entry.size > smallBytes) return addFile(path, entry, entry.bytes)
      const pieces = await Array.fromAsync(entry.bytes)
      const adding = addFile(path, entry, fromPieces(pieces))
        .catch((error: unknown) => void (failure ??= error))
        .finally(() => underWay.delete(adding))
      underWay.add(adding)
      if (underWay.size >= atOnce) await Promise.race(underWay)
    },
    async finish() {
      await Promise.all(underWay)
      if (failure) throw failure
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

function nodeOf(path: Path, { kind, size, modified }: Omit<ReadEntry, 'bytes'>) {
  return { kind, size, modified, inode: 0, name: path.at(-1) ?? '' }
}

import { randomUUID } from 'node:crypto'
import type { Author } from '../../author.ts'
import { fileChange } from '../../domain/files/file-change.ts'
import { isTaken, namesIn } from '../../domain/files/free-name.ts'
import { boundIn, folderToFill, itemsToRemove } from '../../domain/files/entries-to-change.ts'
import { deepestFirst, targetsOf } from '../../domain/files/move-plan.ts'
import { refuseOverQuota, withinQuotas } from '../../domain/files/quota.ts'
import { folderIn, notFound, refuseOthers } from '../../domain/files/read-index.ts'
import { recordChange } from '../../domain/record-change.ts'
import { AppError } from '../../errors.ts'
import type { Database, ReadStores, Stores } from '../../ports/database.ts'
import type { DriveParts, OpenDrive, Relocation, Wanted } from '../../ports/drive.ts'
import type { FileContent } from '../../ports/file-contents.ts'
import { driveRoot, hiddenRoot } from '../../ports/file-index.ts'
import type { FileNode, NewNode } from '../../ports/file-index.ts'
import type { ObjectStore } from '../../ports/object-store.ts'
import type { OpenFile, Path } from '../../ports/storage.ts'
import { openCleaner } from './clear-up.ts'
import { copyEntries } from './copy-entries.ts'
import { fileEntry, folderEntry, goneName, touchFolder } from './objects.ts'
import type { Objects, Received } from './objects.ts'

/** Bytes in a store, and the index that has their names. */
export interface ObjectPlace {
  database: Database
  store: ObjectStore
}

/**
 * A drive of which the index alone has the names: whatever is done to them is one transaction, so any
 * number of servers may share it, and none of them keeps anything that another would need.
 */
export async function openObjectDrive(place: ObjectPlace, parts: DriveParts): Promise<OpenDrive> {
  const { database, store } = place
  const { rules, now, failed } = parts
  await refuseDisk(database)
  const cleaner = openCleaner({ database, store, now }, failed)
  const objects: Objects = {
    database,
    store,
    rules,
    received: new Map(),
    now,
    clearUp: () => cleaner.start(),
    discard(key) {
      objects.received.delete(key)
      cleaner.discard(key)
    },
  }

  return {
    database,
    rules,
    find: (path) =>
      database.read(async ({ files }) => (await files.find(path)) ?? Promise.reject(notFound())),
    folder: (path) => database.read(({ files }) => folderIn(files, path)),
    look: async () => {},
    stat: (path) => database.read(({ files }) => files.find(path)),
    open: (path) => openContent(objects, path),
    async openNode(node) {
      const { content } = node
      const found = content && (await database.read(({ contents }) => contents.get(content)))
      return found ? contentFile(objects, node, found) : null
    },
    // They stay for a day anyway.
    hold: () => () => {},
    async receive(bytes) {
      const object = await store.put(randomUUID(), bytes)
      objects.received.set(object.key, { object, at: now().getTime() })
      return object.key
    },
    discard: (key) => objects.discard(key),
    addFile: (author, wanted, key) => addFile(author, objects, wanted, key),
    addFolder: (author, wanted) => addFolder(author, objects, wanted),
    ensureFolder: (author, path) => ensureFolder(author, objects, path),
    relocate: (author, _about, plan) => relocate(author, objects, plan),
    copy: (author, paths, target) => copyEntries(author, objects, paths, target),
    remove: (author, paths) => removeEntries(author, objects, paths),
    async space() {
      const root = await database.read(({ files }) => files.node(driveRoot))
      const used = root?.totals.bytes ?? 0
      return { used, free: null, total: used }
    },
    left: () => 0,
    known: async () => {},
    idle: () => cleaner.idle(),
    close: () => cleaner.close(),
  }
}

/** Only what lies on a disk is compared with it. */
async function refuseDisk(database: Database): Promise<void> {
  const root = await database.read(({ files }) => files.node(driveRoot))
  if (!root?.fingerprint) return
  throw new AppError('unavailable', 'The files of this workspace lie in a folder, not in a bucket.')
}

async function openContent(objects: Objects, path: Path): Promise<OpenFile> {
  return objects.database.read(async ({ files, contents }) => {
    const node = await files.find(path)
    if (!node) throw notFound()
    if (node.kind !== 'file') throw new AppError('files.not_a_file', 'This is not a file.')
    const content = node.content === null ? null : await contents.get(node.content)
    if (!content) throw new AppError('unavailable', 'The index has no bytes for this file.')
    return contentFile(objects, node, content)
  })
}

/** The bytes stay readable for a day after their last name is gone: nobody is cut off. */
function contentFile({ store }: Objects, node: FileNode, content: FileContent): OpenFile {
  return {
    entry: node,
    version: content.checksum,
    read: (start, end) => store.read(content, start, end),
    close: async () => {},
  }
}

/** Only names change: no byte is moved, however much it is. */
function relocate(
  author: Author,
  { database, rules, now }: Objects,
  plan: (stores: ReadStores) => Promise<Relocation[]>,
): Promise<Relocation[]> {
  return database.transact(async (stores) => {
    const { files } = stores
    const relocations = await plan(stores)
    return withinQuotas(stores, rules, targetsOf(relocations), async () => {
      for (const { path, node, to, source, target } of deepestFirst(relocations)) {
        await files.move(node.id, target.id, to.at(-1) ?? '')
        for (const folder of new Set([source.id, target.id]))
          await touchFolder(files, folder, now())
        const change = fileChange('file-moved', { path, entry: node }, { path: to, entry: node })
        await recordChange(author, stores, change)
      }
      return relocations
    })
  })
}

/** Out of sight at once, all of them or none; their end comes afterwards. */
async function removeEntries(
  author: Author,
  objects: Objects,
  paths: readonly Path[],
): Promise<void> {
  const { database, now } = objects
  await database.transact(async (stores) => {
    const { files } = stores
    const items = await itemsToRemove(boundIn(database, author), stores, paths)
    for (const { path, node, source } of items) {
      await files.move(node.id, hiddenRoot, goneName())
      await touchFolder(files, source.id, now())
      await recordChange(author, stores, fileChange('file-deleted', { path, entry: node }, null))
    }
  })
  objects.clearUp()
}

/** Bytes that no entry has are swept after a day: those that waited so long must not get a place. */
const latestMs = 12 * 60 * 60 * 1000

async function addFile(
  author: Author,
  objects: Objects,
  wanted: Wanted,
  key: string,
): Promise<Path> {
  try {
    const { object } = inTime(objects, objects.received.get(key))
    const path = await objects.database.transact(async (stores) => {
      const content = await stores.contents.add(object)
      return add(author, objects, stores, wanted, {
        ...fileEntry(object.size, objects.now()),
        content,
      })
    })
    objects.received.delete(key)
    return path
  } catch (error) {
    objects.discard(key)
    throw error
  }
}

function inTime({ now }: Objects, received: Received | undefined): Received {
  if (received && now().getTime() - received.at < latestMs) return received
  throw new AppError('unavailable', 'The upload took too long; try again.')
}

function addFolder(author: Author, objects: Objects, wanted: Wanted): Promise<Path> {
  return objects.database.transact((stores) =>
    add(author, objects, stores, wanted, folderEntry(objects.now())),
  )
}

/** Of many who need the same folder one makes it. */
async function ensureFolder(author: Author, objects: Objects, path: Path): Promise<void> {
  const { database, now } = objects
  const found = await database.read(({ files }) => files.find(path))
  if (found) return refuseOthers(found)
  const wanted = { folder: path.slice(0, -1), name: path.at(-1) ?? '' }
  await database.transact(async (stores) => {
    const since = await stores.files.find(path)
    if (since) return refuseOthers(since)
    const folder = await folderIn(stores.files, wanted.folder)
    if (await isTaken(stores.files, folder.id, wanted.name)) {
      throw new AppError('files.name_taken', 'There is something of this name already.')
    }
    await add(author, objects, stores, wanted, folderEntry(now()))
  })
}

async function add(
  author: Author,
  { database, rules, now }: Objects,
  stores: Stores,
  { folder: at, name: wished }: Wanted,
  entry: Omit<NewNode, 'name'>,
): Promise<Path> {
  const { files } = stores
  const folder = await folderToFill(boundIn(database, author), stores, at)
  const name = await namesIn(files, folder.id)(wished)
  const path = [...at, name]
  await files.insert(folder.id, { ...entry, name })
  await refuseOverQuota(stores, rules, folder.id, entry)
  await touchFolder(files, folder.id, now())
  await recordChange(author, stores, fileChange('file-added', null, { path, entry }))
  return path
}

import { randomUUID } from 'node:crypto'
import type { Author } from '../../author.ts'
import { bringBack, deletedBy, openTrash } from '../../domain/files/trash.ts'
import { fileChange } from '../../domain/files/file-change.ts'
import { isTaken } from '../../domain/files/free-name.ts'
import { clashesIn } from '../../domain/files/name-clash.ts'
import type { Outcome } from '../../domain/files/name-clash.ts'
import { bringVersionBack, moveOnto, replaceBytes } from '../../domain/files/replace-file.ts'
import { boundIn, folderToFill, itemsToRemove } from '../../domain/files/entries-to-change.ts'
import { deepestFirst, targetsOf } from '../../domain/files/move-plan.ts'
import { withinQuotas } from '../../domain/files/quota.ts'
import { folderIn, notFound, refuseOthers } from '../../domain/files/read-index.ts'
import { recordChange } from '../../domain/record-change.ts'
import { AppError } from '../../errors.ts'
import type { Database, ReadStores, Stores } from '../../ports/database.ts'
import type { DriveParts, OpenDrive, Relocation, Restoration, Wanted } from '../../ports/drive.ts'
import type { FileContent } from '../../ports/file-contents.ts'
import { driveRoot, hiddenRoot } from '../../ports/file-index.ts'
import type { FileNode, NewNode } from '../../ports/file-index.ts'
import type { KeptEntry } from '../../ports/kept.ts'
import type { ObjectStore } from '../../ports/object-store.ts'
import type { EntryKind, OpenFile, Path } from '../../ports/storage.ts'
import { arrangeEntries } from './arrange.ts'
import { openCleaner } from './clear-up.ts'
import { copyEntries } from './copy-entries.ts'
import { directDrive, latestMs, refuseNamed } from './direct-drive.ts'
import { fileEntry, folderEntry, goneName, keptName, touchFolder, asideName } from './objects.ts'
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
      const isDirect = objects.received.get(key)?.isDirect
      objects.received.delete(key)
      if (!isDirect) cleaner.discard(key)
    },
  }

  const trash = openTrash(() => drive, now, failed)
  const drive: OpenDrive = {
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
    ...(store.direct && { direct: directDrive(objects, store.direct) }),
    addFile: (author, wanted, key) => trash.tidied(addFile(author, objects, wanted, key)),
    addFolder: (author, wanted) => addFolder(author, objects, wanted),
    ensureFolder: (author, path) => ensureFolder(author, objects, path),
    relocate: (author, _about, plan) => trash.tidied(relocate(author, objects, plan)),
    copy: (author, copying) => trash.tidied(copyEntries(author, objects, copying)),
    remove: (author, paths) => trash.tidied(removeEntries(author, objects, paths)),
    restore: (author, plan) => trash.tidied(restoreEntries(author, objects, plan)),
    arrange: (author, plan) => trash.tidied(arrangeEntries(author, objects, plan)),
    end: (which) => endKept(objects, which),
    async space() {
      const root = await database.read(({ files }) => files.node(driveRoot))
      const used = root?.totals.bytes ?? 0
      return { used, free: null, total: used }
    },
    left: () => 0,
    known: async () => {},
    async idle() {
      await trash.idle()
      await cleaner.idle()
    },
    async close() {
      await trash.close()
      await cleaner.close()
    },
  }
  return drive
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
    ...(store.address && { elsewhere: { address: store.address.bind(store, content) } }),
    close: async () => {},
  }
}

/** Only names change: no byte is moved, however much it is. */
async function relocate(
  author: Author,
  objects: Objects,
  plan: (stores: ReadStores) => Promise<Relocation[]>,
): Promise<Relocation[]> {
  const { database, rules, now } = objects
  const done = await database.transact(async (stores) => {
    const { files } = stores
    const relocations = await plan(stores)
    return withinQuotas(stores, rules, targetsOf(relocations), async () => {
      for (const { path, node, to, source, target, over } of deepestFirst(relocations)) {
        for (const folder of new Set([source.id, target.id]))
          await touchFolder(files, folder, now())
        if (over) {
          const key = asideName(rules)
          const replacement = { path: to, node: over, entry: node, former: over, key }
          await moveOnto(author, stores, rules.versions, { path, node }, replacement)
          continue
        }
        await files.move(node.id, target.id, to.at(-1) ?? '')
        const change = fileChange(
          'file-moved',
          node.id,
          { path, entry: node },
          { path: to, entry: node },
          source.id,
        )
        await recordChange(author, stores, change)
      }
      if (relocations.length > 0) await author.complete?.(stores)
      return relocations
    })
  })
  if (done.some(({ over }) => over)) objects.clearUp()
  return done
}

/** Out of sight at once, all of them or none; their end comes afterwards, or after their time in the trash. */
async function removeEntries(
  author: Author,
  objects: Objects,
  paths: readonly Path[],
): Promise<void> {
  const { database, now, rules } = objects
  const isKept = rules.trashDays > 0
  await database.transact(async (stores) => {
    const { files, kept } = stores
    const items = await itemsToRemove(boundIn(database, author), stores, paths)
    for (const item of items) {
      const { path, node, source } = item
      await files.move(node.id, hiddenRoot, isKept ? keptName() : goneName())
      if (isKept) await kept.add(deletedBy(author, item, now()))
      await touchFolder(files, source.id, now())
      await recordChange(
        author,
        stores,
        fileChange('file-deleted', node.id, { path, entry: node }, null, source.id),
      )
    }
    if (items.length > 0) await author.complete?.(stores)
  })
  if (!isKept) objects.clearUp()
}

/** Only names change, as with all that is moved. */
function restoreEntries(
  author: Author,
  { database, rules, now }: Objects,
  plan: (stores: ReadStores) => Promise<Restoration[]>,
): Promise<Restoration[]> {
  return database.transact(async (stores) => {
    const planned = await plan(stores)
    if (planned.length === 0) return planned
    const targets = new Set(planned.map(({ target }) => target.id))
    await withinQuotas(stores, rules, targets, async () => {
      for (const one of planned) {
        const { node, over, to } = one
        if (over) {
          const replacement = {
            path: to,
            node: over,
            entry: node,
            former: over,
            key: asideName(rules),
          }
          await bringVersionBack(author, stores, rules.versions, node, replacement)
        } else {
          await bringBack(author, stores, one, node)
        }
        await touchFolder(stores.files, one.target.id, now())
      }
      await author.complete?.(stores)
    })
    return planned
  })
}

async function endKept(
  objects: Objects,
  which: (stores: Stores) => Promise<KeptEntry[]>,
): Promise<number> {
  const ended = await objects.database.transact(async (stores) => {
    const entries = await which(stores)
    for (const { node } of entries) {
      await stores.kept.remove(node)
      const found = await stores.files.node(node)
      if (found?.parent === hiddenRoot) await stores.files.move(node, hiddenRoot, goneName())
    }
    return entries.length
  })
  if (ended > 0) objects.clearUp()
  return ended
}

async function addFile(
  author: Author,
  objects: Objects,
  wanted: Wanted,
  key: string,
): Promise<Path> {
  try {
    const { object, isDirect } = inTime(objects, objects.received.get(key))
    const { path, does } = await objects.database.transact(async (stores) => {
      if (isDirect) await refuseNamed(stores, object)
      const place = await placeFor(author, objects, stores, wanted, 'file')
      if (place.does === 'stay') return place
      const content = await stores.contents.add(object)
      const entry = { ...fileEntry(object.size, objects.now()), content }
      await put(author, objects, stores, place, entry)
      return place
    })
    if (does === 'stay') objects.discard(key)
    else objects.received.delete(key)
    if (does === 'replace') objects.clearUp()
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

type Place = Outcome & { path: Path; folder: FileNode }

async function placeFor(
  author: Author,
  { database }: Objects,
  stores: Stores,
  { folder: at, name, conflict }: Wanted,
  kind: EntryKind,
): Promise<Place> {
  const bound = boundIn(database, author)
  const folder = await folderToFill(bound, stores, at)
  const settle = await clashesIn(bound, stores, folder.id, conflict)
  const outcome = await settle({ name, kind })
  return { ...outcome, path: [...at, outcome.name], folder }
}

async function put(
  author: Author,
  { rules, now }: Objects,
  stores: Stores,
  place: Place,
  entry: Omit<NewNode, 'name'>,
): Promise<void> {
  const { files } = stores
  const { path, folder, name } = place
  await withinQuotas(stores, rules, [folder.id], async () => {
    if (place.does === 'replace') {
      const { node } = place
      const replacement = { path, node, entry, former: node, key: asideName(rules) }
      await replaceBytes(author, stores, rules.versions, replacement)
      return
    }
    const id = await files.insert(folder.id, { ...entry, name })
    await recordChange(author, stores, fileChange('file-added', id, null, { path, entry }))
  })
  await touchFolder(files, folder.id, now())
}

async function add(
  author: Author,
  objects: Objects,
  stores: Stores,
  wanted: Wanted,
  entry: Omit<NewNode, 'name'>,
): Promise<Path> {
  const place = await placeFor(author, objects, stores, wanted, entry.kind)
  if (place.does !== 'stay') await put(author, objects, stores, place, entry)
  return place.path
}

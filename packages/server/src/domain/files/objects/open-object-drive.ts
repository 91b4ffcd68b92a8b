import { randomUUID } from 'node:crypto'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../../ports/database.ts'
import { driveRoot } from '../../../ports/file-index.ts'
import type { ObjectStore } from '../../../ports/object-store.ts'
import type { DriveParts, OpenDrive } from '../drive/drive.ts'
import { folderIn } from '../drive/folder-in.ts'
import { notFound } from '../drive/refusals.ts'
import { addFile, addFolder, ensureFolder } from './add-entries.ts'
import { openCleaner } from './cleaner.ts'
import { copyEntries } from './copy-entries.ts'
import type { Objects } from './objects.ts'
import { contentFile, openContent } from './open-content.ts'
import { relocate } from './relocate.ts'
import { removeEntries } from './remove-entries.ts'

export interface ObjectParts extends DriveParts {
  objects: ObjectStore
}

/**
 * A drive of which the index alone has the names: whatever is done to them is one transaction, so any
 * number of servers may share it, and none of them keeps anything that another would need.
 */
export async function openObjectDrive(parts: ObjectParts): Promise<OpenDrive> {
  const { database, objects: store, rules, now, failed } = parts
  await refuseDisk(database)
  const cleaner = openCleaner({ database, store, now }, failed)
  const objects: Objects = {
    database,
    store,
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
    find: (place) =>
      database.read(async ({ files }) => (await files.find(place)) ?? Promise.reject(notFound())),
    folder: (place) => database.read(({ files }) => folderIn(files, place)),
    look: async () => {},
    stat: (place) => database.read(({ files }) => files.find(place)),
    open: (place) => openContent(objects, place),
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
    ensureFolder: (author, place) => ensureFolder(author, objects, place),
    relocate: (author, _about, plan) => relocate(author, objects, plan),
    copy: (author, places, target) => copyEntries(author, objects, places, target),
    remove: (author, places) => removeEntries(author, objects, places),
    async space() {
      const root = await database.read(({ files }) => files.node(driveRoot))
      return { used: root?.totals.bytes ?? 0, free: null, total: null }
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
  if (!root?.stamp) return
  throw new AppError('unavailable', 'The files of this workspace lie in a folder, not in a bucket.')
}

import type { Author } from '../../author.ts'
import { AppError } from '../../../errors.ts'
import type { Stores } from '../../../ports/database.ts'
import type { NewNode } from '../../../ports/file-index.ts'
import type { Place } from '../../../ports/storage.ts'
import { recordChange } from '../../record-change.ts'
import type { Wanted } from '../drive/drive.ts'
import { fileChange } from '../drive/file-change.ts'
import { folderIn } from '../drive/folder-in.ts'
import { isTaken, namesIn } from '../drive/free-name.ts'
import { refuseOthers } from '../drive/refusals.ts'
import { fileEntry, folderEntry } from './entries.ts'
import type { Objects, Received } from './objects.ts'
import { touchFolder } from './touch-folder.ts'

/** Bytes that no entry has are swept after a day: those that waited so long must not get a place. */
const latestMs = 12 * 60 * 60 * 1000

export async function addFile(
  author: Author,
  objects: Objects,
  wanted: Wanted,
  key: string,
): Promise<Place> {
  try {
    const { object } = inTime(objects, objects.received.get(key))
    const place = await objects.database.transact(async (stores) => {
      const content = await stores.contents.add(object)
      return add(author, objects, stores, wanted, {
        ...fileEntry(object.size, objects.now()),
        content,
      })
    })
    objects.received.delete(key)
    return place
  } catch (error) {
    objects.discard(key)
    throw error
  }
}

function inTime({ now }: Objects, received: Received | undefined): Received {
  if (received && now().getTime() - received.at < latestMs) return received
  throw new AppError('unavailable', 'The upload took too long; try again.')
}

export function addFolder(author: Author, objects: Objects, wanted: Wanted): Promise<Place> {
  return objects.database.transact((stores) =>
    add(author, objects, stores, wanted, folderEntry(objects.now())),
  )
}

/** Of many who need the same folder one makes it. */
export async function ensureFolder(author: Author, objects: Objects, place: Place): Promise<void> {
  const { database, now } = objects
  const found = await database.read(({ files }) => files.find(place))
  if (found) return refuseOthers(found)
  const wanted = { folder: place.slice(0, -1), name: place.at(-1) ?? '' }
  await database.transact(async (stores) => {
    const since = await stores.files.find(place)
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
  { now }: Objects,
  stores: Stores,
  { folder: at, name: wished }: Wanted,
  entry: Omit<NewNode, 'name'>,
): Promise<Place> {
  const { files } = stores
  const folder = await folderIn(files, at)
  const name = await namesIn(files, folder.id)(wished)
  const place = [...at, name]
  await files.insert(folder.id, { ...entry, name })
  await touchFolder(files, folder.id, now())
  await recordChange(author, stores, fileChange('file-added', null, { place, entry }))
  return place
}

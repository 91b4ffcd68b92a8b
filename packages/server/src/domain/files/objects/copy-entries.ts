import type { Author } from '../../author.ts'
import type { Stores } from '../../../ports/database.ts'
import type { FileNode } from '../../../ports/file-index.ts'
import type { Place } from '../../../ports/storage.ts'
import { recordChange } from '../../record-change.ts'
import { fileChange } from '../drive/file-change.ts'
import { folderIn } from '../drive/folder-in.ts'
import { namesIn } from '../drive/free-name.ts'
import { notFound } from '../drive/refusals.ts'
import { copyTree, giveUp } from './copy-tree.ts'
import type { Objects } from './objects.ts'
import { touchFolder } from './touch-folder.ts'

interface Copy {
  original: FileNode
  /** Of a folder: its copy, complete, but out of sight. A file is copied by one row. */
  draft: number | null
}

/** The copies share their bytes with the originals. */
export async function copyEntries(
  author: Author,
  objects: Objects,
  places: readonly Place[],
  target: Place,
): Promise<Place[]> {
  const { database } = objects
  const originals = await database.read(async ({ files }) => {
    await folderIn(files, target)
    const found: FileNode[] = []
    for (const place of places) {
      const node = await files.find(place)
      if (!node) throw notFound()
      found.push(node)
    }
    return found
  })
  const copies: Copy[] = []
  try {
    for (const original of originals) {
      const draft = original.kind === 'folder' ? await copyTree(objects, original) : null
      copies.push({ original, draft })
    }
    return await database.transact((stores) => publish(author, objects, stores, copies, target))
  } catch (error) {
    await giveUp(
      objects,
      copies.flatMap(({ draft }) => draft ?? []),
    )
    throw error
  }
}

async function publish(
  author: Author,
  { now }: Objects,
  stores: Stores,
  copies: readonly Copy[],
  at: Place,
): Promise<Place[]> {
  const { files } = stores
  const target = await folderIn(files, at)
  const chooseName = namesIn(files, target.id)
  const places: Place[] = []
  for (const { original, draft } of copies) {
    // What was removed meanwhile may be missing in its copy.
    const isThere = (await files.placeOf(original.id)) !== null
    const entry = isThere ? await files.node(draft ?? original.id) : null
    if (!entry) throw notFound()
    const place = [...at, await chooseName(original.name)]
    const name = place.at(-1) ?? ''
    if (draft === null) await files.insert(target.id, { ...entry, name })
    else await files.move(draft, target.id, name)
    await recordChange(author, stores, fileChange('file-added', null, { place, entry }))
    places.push(place)
  }
  await touchFolder(files, target.id, now())
  return places
}

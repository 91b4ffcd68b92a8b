import { AppError } from '../../errors.ts'
import type { FileNode, FileReader } from '../../ports/file-index.ts'
import type { Place } from '../../ports/storage.ts'
import { notFound } from './look-into.ts'
import { isWithin, placeOf } from './path.ts'

export interface Item {
  place: Place
  node: FileNode
  /** The folder it is in. */
  source: FileNode
}

/** The entries a request speaks of, in its order. All must be there. */
export async function itemsAt(files: FileReader, places: readonly Place[]): Promise<Item[]> {
  const items: Item[] = []
  for (const place of places) {
    const node = await files.find(place)
    const source = node && (await files.node(node.parent))
    if (!node || !source) throw notFound()
    items.push({ place, node, source })
  }
  return items
}

/** The places of ids that may be moved, copied or deleted. */
export function placesOf(ids: readonly string[]): Place[] {
  return ids.map((id) => {
    const place = placeOf(id)
    if (place.length === 0) {
      throw new AppError('files.root', 'The root of the drive stays where it is.')
    }
    return place
  })
}

export function refuseIntoItself(places: readonly Place[], target: Place): void {
  if (!places.some((place) => isWithin(target, place))) return
  throw new AppError('files.into_itself', 'A folder cannot be put into itself.')
}

export function parentsOf(places: readonly Place[]): Place[] {
  return places.map((place) => place.slice(0, -1))
}

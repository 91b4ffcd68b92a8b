import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Item } from '../../ports/drive.ts'
import type { FileReader } from '../../ports/file-index.ts'
import type { Place } from '../../ports/storage.ts'
import { notFound } from './refusals.ts'
import { idOf, isWithin, placeOf } from './path.ts'

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

/** Those of them that are still there. */
export async function itemsStillAt(files: FileReader, places: readonly Place[]): Promise<Item[]> {
  const items: Item[] = []
  for (const place of places) {
    if (await files.find(place)) items.push(...(await itemsAt(files, [place])))
  }
  return items
}

/** So many are done in about a second, in which nobody else can do anything. */
const mostIds = 10_000

/** The places of ids that may be moved, copied or deleted. */
export function placesOf(ids: readonly string[]): Place[] {
  if (ids.length > mostIds) {
    throw new AppError('files.too_many', `At most ${mostIds} entries at once.`, { limit: mostIds })
  }
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

/** What lies deeper goes first: afterwards its path would be another. */
export function deepestFirst<T extends Item>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => b.place.length - a.place.length)
}

export function parentsOf(places: readonly Place[]): Place[] {
  return distinct(places.map((place) => place.slice(0, -1)))
}

export function distinct(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [idOf(place), place])).values()]
}

/** What is done with each is mostly done without ever waiting: so others get their turn here. */
export async function* inTurns(places: readonly Place[]): AsyncGenerator<Place> {
  for (const [index, place] of places.entries()) {
    if (index % 64 === 63) await setImmediate()
    yield place
  }
}

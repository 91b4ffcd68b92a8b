import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Item, Relocation } from '../../ports/drive.ts'
import type { FileNode, FileReader } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import { notFound } from './read-index.ts'
import { deepestFolder, idOf, isWithin, pathOf, refuseTooDeep } from './path.ts'

/** The entries a request speaks of, in its order. All must be there. */
export async function itemsAt(files: FileReader, paths: readonly Path[]): Promise<Item[]> {
  const items: Item[] = []
  for (const path of paths) {
    const node = await files.find(path)
    const source = node && (await files.node(node.parent))
    if (!node || !source) throw notFound()
    items.push({ path, node, source })
  }
  return items
}

/** Those of them that are still there. */
export async function itemsStillAt(files: FileReader, paths: readonly Path[]): Promise<Item[]> {
  const items: Item[] = []
  for (const path of paths) {
    if (await files.find(path)) items.push(...(await itemsAt(files, [path])))
  }
  return items
}

/** So many are done in about a second, in which nobody else can do anything. */
export const mostIds = 10_000

/** The places of ids that may be moved, copied or deleted. */
export function pathsOf(ids: readonly string[]): Path[] {
  if (ids.length > mostIds) {
    throw new AppError('files.too_many', `At most ${mostIds} entries at once.`, { limit: mostIds })
  }
  return ids.map((id) => {
    const path = pathOf(id)
    if (path.length === 0) {
      throw new AppError('files.root', 'The root of the drive stays where it is.')
    }
    return path
  })
}

export function refuseIntoItself(paths: readonly Path[], target: Path): void {
  if (!paths.some((path) => isWithin(target, path))) return
  throw new AppError('files.into_itself', 'A folder cannot be put into itself.')
}

/** Whether a folder with all that is in it may go into the folder at `target`. */
export async function refuseTooDeepIn(
  files: FileReader,
  node: FileNode,
  target: Path,
): Promise<void> {
  if (node.kind !== 'folder') return
  const levels = target.length + 1
  // So many folders would be too deep if they lay in each other: mostly they are fewer.
  const isDoubtful = levels + node.totals.folders > deepestFolder
  refuseTooDeep(levels + (isDoubtful ? await files.height(node.id, deepestFolder) : 0))
}

/** What lies deeper goes first: afterwards its path would be another. */
export function deepestFirst<T extends Item>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => b.path.length - a.path.length)
}

/** The folders that get something which they have not yet. */
export function targetsOf(relocations: readonly Relocation[]): Set<number> {
  const moved = relocations.filter(({ source, target }) => source.id !== target.id)
  return new Set(moved.map(({ target }) => target.id))
}

export function parentsOf(paths: readonly Path[]): Path[] {
  return distinct(paths.map((path) => path.slice(0, -1)))
}

export function distinct(paths: readonly Path[]): Path[] {
  return [...new Map(paths.map((path) => [idOf(path), path])).values()]
}

/** What is done with each is mostly done without ever waiting: so others get their turn here. */
export async function* inTurns(paths: readonly Path[]): AsyncGenerator<Path> {
  for (const [index, path] of paths.entries()) {
    if (index % 64 === 63) await setImmediate()
    yield path
  }
}

import type { Author } from '../../author.ts'
import type { Database, ReadStores } from '../../ports/database.ts'
import type { Item } from '../../ports/drive.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import type { Bound } from '../rules/reach.ts'
import { itemsAt, itemsStillAt } from './move-plan.ts'
import { folderIn } from './read-index.ts'
import { filesIn } from './seen-files.ts'
import { refuseReadOnly, refuseReadOnlyWhole, sightOf } from './sight.ts'
import type { Sight } from './sight.ts'

type Reads = Pick<ReadStores, 'rules' | 'files'>

/** Who changes something is bound by the rules of where it lies. */
export function boundIn(database: Database, { principal }: Pick<Author, 'principal'>): Bound {
  return { principal, workspace: { database } }
}

/** The folder at a place, into which they may put something. */
export async function folderToFill(bound: Bound, stores: Reads, path: Path): Promise<FileNode> {
  const sight = await sightOf(bound, stores)
  const folder = await folderIn(sight ? filesIn(sight, stores.files) : stores.files, path)
  await refuseReadOnly(sight, stores.files, folder)
  return folder
}

/** What is at these places and may go elsewhere. All must be there. */
export function itemsToMove(bound: Bound, stores: Reads, paths: readonly Path[]): Promise<Item[]> {
  return changeable(bound, stores, (files) => itemsAt(files, paths))
}

/** What is still at these places and may be taken away. */
export function itemsToRemove(
  bound: Bound,
  stores: Reads,
  paths: readonly Path[],
): Promise<Item[]> {
  return changeable(bound, stores, (files) => itemsStillAt(files, paths))
}

async function changeable(
  bound: Bound,
  stores: Reads,
  find: (files: ReadStores['files']) => Promise<Item[]>,
): Promise<Item[]> {
  const sight = await sightOf(bound, stores)
  if (!sight) return find(stores.files)
  const items = await find(filesIn(sight, stores.files))
  for (const item of items) await refuseItem(sight, stores, item)
  return items
}

/** The folder it is in changes, too. */
async function refuseItem(sight: Sight, { files }: Reads, { node, source }: Item): Promise<void> {
  await refuseReadOnly(sight, files, source)
  await refuseReadOnlyWhole(sight, files, node)
}

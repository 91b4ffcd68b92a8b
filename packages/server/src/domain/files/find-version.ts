import type { FileEntry } from '@triptych/contract/files'
import { fileTime } from '../../iso-time.ts'
import type { ReadStores } from '../../ports/database.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { KeptEntry } from '../../ports/kept.ts'
import type { Path } from '../../ports/storage.ts'
import { AppError } from '../../errors.ts'
import type { Bound } from '../rules/reach.ts'
import { filesIn } from './seen-files.ts'
import { refuseReadOnly, sightOf } from './sight.ts'

type Reads = Pick<ReadStores, 'rules' | 'files' | 'kept'>

/** A former state of a file, and the file as it is now. */
export interface FoundVersion {
  entry: KeptEntry
  /** Of the former state. */
  node: FileNode
  file: FileNode
  path: Path
}

/** Who sees a file sees its versions, wherever the file is now. Where it is in the trash they are there no more than it is. */
export async function findVersion(
  bound: Bound,
  stores: Reads,
  version: string,
): Promise<FoundVersion> {
  const sight = await sightOf(bound, stores)
  const files = sight ? filesIn(sight, stores.files) : stores.files
  const entry = /^\d{1,15}$/.test(version) ? await stores.kept.get(Number(version)) : null
  // One that goes next is not there for anybody.
  const of = entry?.kind === 'version' && entry.at > 0 ? entry.of : null
  const [file, path] = of === null ? [] : [await files.node(of), await files.pathOf(of)]
  const node = entry && (await stores.files.node(entry.node))
  if (!entry || !file || !path || node?.parent !== hiddenRoot) throw noVersion()
  return { entry, node, file, path }
}

/** The same for whoever wants to change something about it. */
export async function versionToChange(
  bound: Bound,
  stores: Reads,
  version: string,
): Promise<FoundVersion> {
  const found = await findVersion(bound, stores, version)
  await refuseReadOnly(await sightOf(bound, stores), stores.files, found.file)
  return found
}

/** Whether a file is, by its size and date, as the log or a list describes it. */
export function hasBytesOf(
  { size, modified }: Pick<FileNode, 'size' | 'modified'>,
  described: Pick<FileEntry, 'size' | 'date'>,
): boolean {
  return size === (described.size ?? 0) && fileTime(modified) === described.date
}

/** The number of the last former state of a file that is so described; `null` where it is not kept. */
export async function versionWith(
  { files, kept }: Pick<ReadStores, 'files' | 'kept'>,
  file: number,
  described: Pick<FileEntry, 'size' | 'date'>,
): Promise<number | null> {
  for (const { node: id, at } of await kept.versionsOf(file)) {
    const node = at > 0 ? await files.node(id) : null
    if (node && hasBytesOf(node, described)) return id
  }
  return null
}

export function noVersion(): AppError {
  return new AppError('files.not_found', 'There is no such version of a file.')
}

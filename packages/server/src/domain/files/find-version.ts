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

export function noVersion(): AppError {
  return new AppError('files.not_found', 'There is no such version of a file.')
}

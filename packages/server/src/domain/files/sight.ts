import type { Access } from '@triptych/contract/rules'
import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { Content, FileNode, FileReader, Withheld } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import { accessDown, reachOf } from '../rules/reach.ts'
import type { Bound, Reach } from '../rules/reach.ts'
import { bytesOf } from './quota.ts'

/** What the rules leave somebody to see of the files, and to change. */
export interface Sight extends Withheld {
  /** Tells it from those of others, and from that under earlier rules. */
  view: number
  /** Nothing at all is to be seen. */
  isClosed: boolean
  /** Those that are withheld, by the folder they are in. */
  inFolder: ReadonlyMap<number, readonly number[]>
  /** Folders on the way to entries with rules, and those themselves. */
  known: ReadonlyMap<number, { node: FileNode; access: Access }>
  /** By folder, then by name: what `within` says of the folders in it. */
  lessened: ReadonlyMap<number, ReadonlyMap<string, Content>>
  /** Folders with something below them that is not theirs to change. */
  narrowed: ReadonlySet<number>
}

/** What was made of reaches. */
interface Sights {
  /** As of a version of the whole drive, which grows with every change: entries move, and sums change. */
  made: WeakMap<Reach, { version: number; sight: Sight | null }>
  views: WeakMap<Reach, number>
  lastView: number
}

const noSights = (): Sights => ({ made: new WeakMap(), views: new WeakMap(), lastView: 0 })

/** `null`: they see all there is, and may change it as far as their role goes. */
export async function sightOf(
  bound: Bound,
  { rules, files }: Pick<ReadStores, 'rules' | 'files'>,
): Promise<Sight | null> {
  const reach = await reachOf(bound, { rules })
  if (!reach || reach.entries.size === 0) return null
  const version = (await files.node(driveRoot))?.version ?? 0
  const sights = bound.workspace.database.memo(noSights)
  const found = sights.made.get(reach)
  if (found?.version === version) return found.sight
  const sight = sightAmong(await files.ruled(), reach, viewOf(sights, reach))
  sights.made.set(reach, { version, sight })
  return sight
}

/** `entries` are those with rules, and all above them. */
export function sightAmong(entries: readonly FileNode[], reach: Reach, view: number): Sight | null {
  const known = accessesOf(entries, reach)
  const ids = new Set<number>()
  const within = new Map<number, Content>()
  const inFolder = new Map<number, number[]>()
  const narrowed = new Set<number>()
  for (const { node, access } of known.values()) {
    const above = foldersAbove(known, node)
    const isOnDrive = node.id === driveRoot || above.at(-1)?.id === driveRoot
    if (access === 'write' || !isOnDrive) continue
    for (const { id } of above) narrowed.add(id)
    // What is below something hidden goes with that.
    if (access !== 'none' || known.get(node.parent)?.access === 'none') continue
    ids.add(node.id)
    const beside = inFolder.get(node.parent)
    if (beside) beside.push(node.id)
    else inFolder.set(node.parent, [node.id])
    for (const [up, { id }] of above.entries()) {
      within.set(id, sumOf(within.get(id), contentOf(node, up === 0)))
    }
  }
  const isClosed = known.get(driveRoot)?.access === 'none'
  if (!isClosed && narrowed.size === 0 && known.get(driveRoot)?.access !== 'read') return null
  const lessened = new Map<number, Map<string, Content>>()
  for (const [id, content] of within) {
    const { parent, name } = known.get(id)!.node
    lessened.set(parent, (lessened.get(parent) ?? new Map<string, Content>()).set(name, content))
  }
  return { view, isClosed, ids, within, inFolder, known, lessened, narrowed }
}

/** What somebody sees of a folder changes with the folder's version, or with this. */
function viewOf(sights: Sights, reach: Reach): number {
  const view = sights.views.get(reach) ?? ++sights.lastView
  sights.views.set(reach, view)
  return view
}

function accessesOf(
  entries: readonly FileNode[],
  { entries: rules }: Reach,
): Map<number, { node: FileNode; access: Access }> {
  const nodes = new Map(entries.map((node) => [node.id, node]))
  const known = new Map<number, { node: FileNode; access: Access }>()
  function accessOf(node: FileNode): Access {
    const found = known.get(node.id)
    if (found) return found.access
    const parent = nodes.get(node.parent)
    const access = accessDown([parent && accessOf(parent), rules.get(node.id)])
    known.set(node.id, { node, access })
    return access
  }
  for (const node of entries) accessOf(node)
  return known
}

/** The next one first. */
function foldersAbove(known: Sight['known'], node: FileNode): FileNode[] {
  const above: FileNode[] = []
  for (let at = known.get(node.parent); at; at = known.get(at.node.parent)) above.push(at.node)
  return above
}

/** What an entry adds to a folder. */
function contentOf(node: FileNode, isDirectly: boolean): Content {
  const isFolder = node.kind === 'folder'
  const { files, folders } = node.totals
  return {
    count: isDirectly ? 1 : 0,
    totals: {
      bytes: bytesOf(node),
      files: isFolder ? files : 1,
      folders: isFolder ? folders + 1 : 0,
    },
  }
}

function sumOf(one: Content | undefined, other: Content): Content {
  if (!one) return other
  return {
    count: one.count + other.count,
    totals: {
      bytes: one.totals.bytes + other.totals.bytes,
      files: one.totals.files + other.totals.files,
      folders: one.totals.folders + other.totals.folders,
    },
  }
}

/** What may be done with an entry. */
export async function accessTo(
  { known }: Sight,
  files: Pick<FileReader, 'node'>,
  entry: FileNode,
): Promise<Access> {
  let at: FileNode | null = entry
  while (at) {
    const found = known.get(at.id)
    if (found) return found.access
    at = await files.node(at.parent)
  }
  return 'write'
}

/** How many names of a path are those of entries that are seen; `null` where none is hidden, but some may be missing. */
export async function seenDepth(
  { isClosed, ids }: Sight,
  files: FileReader,
  path: Path,
): Promise<number | null> {
  if (isClosed) return path.length > 0 ? 0 : null
  let folder = driveRoot
  for (const [depth, name] of path.entries()) {
    const node = await files.child(folder, name)
    if (!node) return null
    if (ids.has(node.id)) return depth
    folder = node.id
  }
  return null
}

/** By its paths in it, what of a folder is hidden. */
export function hiddenBelow({ ids, known }: Sight, folder: number): Path[] {
  const paths: Path[] = []
  for (const id of ids) {
    const { node } = known.get(id)!
    const above = foldersAbove(known, node)
    const top = above.findIndex((one) => one.id === folder)
    if (top === -1) continue
    const names = above.slice(0, top).map(({ name }) => name)
    paths.push([...names.toReversed(), node.name])
  }
  return paths
}

/** For changes of an entry itself, or of what is directly in it. */
export async function refuseReadOnly(
  sight: Sight | null,
  files: Pick<FileReader, 'node'>,
  entry: FileNode,
): Promise<void> {
  if (sight && (await accessTo(sight, files, entry)) !== 'write') throw mayOnlyRead()
}

/** For changes of an entry with all that it holds: that something of it is withheld can be told from this. */
export async function refuseReadOnlyWhole(
  sight: Sight | null,
  files: Pick<FileReader, 'node'>,
  entry: FileNode,
): Promise<void> {
  await refuseReadOnly(sight, files, entry)
  if (sight?.narrowed.has(entry.id)) throw mayOnlyRead()
}

export function mayOnlyRead(): AppError {
  return new AppError('forbidden', 'You may not change this, or not all of it.')
}

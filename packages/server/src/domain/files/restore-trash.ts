import type { FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { Restoration } from '../../ports/drive.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { KeptEntry } from '../../ports/kept.ts'
import type { Path } from '../../ports/storage.ts'
import { folderToFill } from './entries-to-change.ts'
import { namesIn } from './free-name.ts'
import type { ChooseName } from './free-name.ts'
import { refuseTooDeepIn } from './move-plan.ts'
import { pathOf, referenceTo } from './path.ts'
import { driveFor } from './seen-drive.ts'
import { seenFiles } from './seen-files.ts'
import { mayOnlyRead } from './sight.ts'
import { trashSight } from './trash-sight.ts'

/** Brings back what was deleted, all of it or nothing: to where it was, or to a folder. Answers where each is now. */
export async function restoreTrash(
  ctx: Context,
  { ids, target }: { ids: readonly string[]; target: string | null },
): Promise<FileReference[]> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  const nodes = ids.map(Number)
  const to = target === null ? null : pathOf(target)
  if (to) await drive.folder(to)
  const restored = await drive.restore(ctx, (stores) => planRestore(ctx, stores, nodes, to))
  const places = new Map(restored.map((one) => [one.node.id, one.to]))
  return nodes.map((node) => referenceTo(places.get(node) ?? []))
}

/** What was deleted last comes first: what was in it when it was deleted before may come into it again. */
async function planRestore(
  ctx: Context,
  stores: ReadStores,
  nodes: readonly number[],
  target: Path | null,
): Promise<Restoration[]> {
  const found = await allChangeable(ctx, stores, nodes)
  found.sort((a, b) => b.entry.at - a.entry.at || a.entry.path.length - b.entry.path.length)
  return planPlaces(ctx, stores, found, target)
}

/** Where something in the trash is to come back to, wherever it was thrown away. */
export interface FormerPlace {
  node: number
  /** `null`: it is known by its path only. */
  folder: number | null
  path: string
}

/** The same in the order that is given, each to its own place. */
export async function planReturn(
  ctx: Context,
  stores: ReadStores,
  places: readonly FormerPlace[],
): Promise<Restoration[]> {
  const byNode = new Map(places.map((place) => [place.node, place]))
  const found = await allChangeable(ctx, stores, [...byNode.keys()])
  const placed = found.map(({ entry, node }) => {
    const { folder, path } = byNode.get(node.id)!
    return { entry: { ...entry, parent: folder ?? entry.parent, path }, node }
  })
  return planPlaces(ctx, stores, placed, null)
}

async function allChangeable(ctx: Context, stores: ReadStores, nodes: readonly number[]) {
  const found = await changeable(ctx, stores, nodes)
  if (found.length === new Set(nodes).size) return found
  throw new AppError('files.not_found', 'There is no such thing in the trash.')
}

async function planPlaces(
  ctx: Context,
  stores: ReadStores,
  found: readonly { entry: KeptEntry; node: FileNode }[],
  target: Path | null,
): Promise<Restoration[]> {
  const names = new Map<number, ChooseName>()
  const planned: Restoration[] = []
  for (const { entry, node } of found) {
    const at = target ? { path: target } : await placeOf(ctx, stores, entry, planned)
    const folder = at.folder ?? (await folderToFill(ctx, stores, at.path))
    await refuseTooDeepIn(stores.files, node, at.path)
    const chooseName = names.get(folder.id) ?? namesIn(stores.files, folder.id)
    names.set(folder.id, chooseName)
    const name = await chooseName({ name: pathOf(entry.path).at(-1) ?? '', kind: node.kind })
    planned.push({ entry, node, to: [...at.path, name], target: folder })
  }
  return planned
}

/** Those of them that are in the trash; all that are must be theirs to change, with what they hold. */
export async function changeable(
  ctx: Context,
  stores: ReadStores,
  nodes: readonly number[],
): Promise<{ entry: KeptEntry; node: FileNode }[]> {
  const leaveOf = await trashSight(ctx, stores)
  const found: { entry: KeptEntry; node: FileNode }[] = []
  for (const id of new Set(nodes)) {
    const entry = await stores.kept.get(id)
    const node = entry && (await stores.files.node(id))
    if (!node || entry.kind !== 'deleted') continue
    const { access, isWhole } = await leaveOf(entry)
    if (access === 'none') continue
    if (access !== 'write' || !isWhole) throw mayOnlyRead()
    found.push({ entry, node })
  }
  return found
}

interface Place {
  path: Path
  /** Given where it is not there yet, but comes back, too. */
  folder?: FileNode
}

/**
 * The folder it was in, wherever that is now. Where that is gone, what is now at the place of it, or the nearest folder
 * above.
 */
async function placeOf(
  ctx: Context,
  stores: ReadStores,
  { parent, path }: KeptEntry,
  planned: readonly Restoration[],
): Promise<Place> {
  const { files } = stores
  const spot = await files.spotOf(parent)
  if (spot?.area === 'drive') return { path: spot.path }
  const top = planned.find(({ node }) => node.name === spot?.path[0])
  const folder = top && (await files.node(parent))
  if (top && spot && folder) return { path: [...top.to, ...spot.path.slice(1)], folder }

  const seen = await seenFiles(ctx, stores)
  let at = pathOf(path).slice(0, -1)
  while (at.length > 0 && (await seen.find(at))?.kind !== 'folder') at = at.slice(0, -1)
  return { path: at }
}

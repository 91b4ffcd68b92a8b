import type { FileEntry } from '@triptych/contract/files'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { Shift } from '../../ports/drive.ts'
import { driveRoot, hiddenRoot } from '../../ports/file-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Path, Spot } from '../../ports/storage.ts'
import { itemsToMove } from '../files/entries-to-change.ts'
import { hasBytesOf, versionWith } from '../files/find-version.ts'
import { holderOf } from '../files/free-name.ts'
import { mostIds } from '../files/move-plan.ts'
import { changeable } from '../files/restore-trash.ts'
import { mayOnlyRead, refuseReadOnly, sightOf } from '../files/sight.ts'
import { treeOf } from './past-files.ts'
import type { Tree } from './past-files.ts'

/** How an entry is to be. */
export interface Wish {
  /** `null`: in the trash. */
  place: { parent: number; name: string } | null
  /** Of a file whose former bytes are wanted. */
  bytes?: Pick<FileEntry, 'size' | 'date'> | undefined
}

/** By the numbers of the entries, all of which are there. */
export type Wishes = ReadonlyMap<number, Wish>

interface Wanted {
  id: number
  node: FileNode
  was: Spot
  place: Wish['place']
}

/**
 * What has to be done, and in which order, so that each thing finds its folder there and its name free. Things that are in each
 * other's way wait aside. What cannot be is told to `drop`, and the rest is done without it.
 */
export async function planShifts(
  ctx: Context,
  stores: ReadStores,
  wishes: Wishes,
  drop: (id: number, field: 'place' | 'bytes') => void,
): Promise<Shift[]> {
  const left = new Map(wishes)
  for (;;) {
    const wanted = await wantedOf(stores, left)
    const impossible = await firstImpossible(stores, left, wanted)
    if (impossible !== null) {
      drop(impossible, 'place')
      left.delete(impossible)
      continue
    }
    const tree = treeOf(stores)
    const shifts = await inOrder(stores, tree, wanted)
    shifts.push(...(await bytesBack(stores, tree, left, drop)))
    if (shifts.length > mostIds) {
      const message = `At most ${mostIds} entries at once.`
      throw new AppError('files.too_many', message, { limit: mostIds })
    }
    for (const shift of shifts) await refuseShift(ctx, stores, shift)
    return shifts
  }
}

/** What is not as it is wished. What lies in something that is deleted goes with it. */
async function wantedOf({ files }: ReadStores, wishes: Wishes): Promise<Wanted[]> {
  const wanted: Wanted[] = []
  for (const [id, { place }] of wishes) {
    const node = await files.node(id)
    const was = await files.spotOf(id)
    if (!node || !was) continue
    if (place && node.parent === place.parent && node.name === place.name) continue
    if (!place && was.area === 'hidden') continue
    if (!place && (await goesAnyway(files, wishes, node))) continue
    wanted.push({ id, node, was, place })
  }
  return wanted
}

async function goesAnyway(
  files: ReadStores['files'],
  wishes: Wishes,
  { parent }: FileNode,
): Promise<boolean> {
  for (let at = await files.node(parent); at; at = await files.node(at.parent)) {
    const wish = wishes.get(at.id)
    if (wish) return wish.place === null
  }
  return false
}

/** One whose folder will not be there, or whose name is taken by something that stays. */
async function firstImpossible(
  { files }: ReadStores,
  wishes: Wishes,
  wanted: readonly Wanted[],
): Promise<number | null> {
  const leaving = new Set(wanted.map(({ id }) => id))
  for (const { id, place } of wanted) {
    if (!place) continue
    if (!(await willBeThere(files, wishes, place.parent))) return id
    const holder = await holderOf(files, place.parent, place.name, id)
    if (holder && !leaving.has(holder.id)) return id
  }
  return null
}

async function willBeThere(
  files: ReadStores['files'],
  wishes: Wishes,
  folder: number,
): Promise<boolean> {
  let id = folder
  for (let height = 0; id !== driveRoot; height++) {
    const wish = wishes.get(id)
    const node = await files.node(id)
    if (!node || wish?.place === null || id === hiddenRoot || height > mostLevels) return false
    id = wish?.place?.parent ?? node.parent
  }
  return true
}

/** Deeper nothing lies, unless it were in itself. */
const mostLevels = 2000

/** Tried out on a tree that nobody sees. */
async function inOrder(
  { files }: ReadStores,
  tree: Tree,
  wanted: readonly Wanted[],
): Promise<Shift[]> {
  const shifts: Shift[] = []
  const waiting = new Set<number>()
  let pending = [...wanted]

  async function holdsPending(id: number): Promise<boolean> {
    for (const one of pending) {
      if (one.id !== id && one.place && (await isInside(tree, one.id, id))) return true
    }
    return false
  }

  async function shift(one: Wanted, does: 'trash' | 'aside' | 'place'): Promise<void> {
    const entry = (await tree.entry(one.id))!
    const from = waiting.has(one.id) ? null : await spotIn(tree, one.id)
    const source = from?.area === 'drive' ? await files.node(entry.parent) : null
    const place = does === 'place' ? one.place : null
    const target = place && (await files.node(place.parent))
    const at = place ? ((await spotIn(tree, place.parent))?.path ?? []) : []
    const to: Path = place ? [...at, place.name] : []
    shifts.push({ does, node: one.node, from, was: one.was, source, to, target })
    const key = `${does}-${one.id}`
    tree.put(one.id, { ...entry, ...(place ?? { parent: hiddenRoot, name: key }) })
    if (does === 'aside') waiting.add(one.id)
    else pending = pending.filter(({ id }) => id !== one.id)
  }

  async function canGo({ id, place }: Wanted): Promise<boolean> {
    if (!place) return !(await holdsPending(id))
    const folder = await spotIn(tree, place.parent)
    if (folder?.area !== 'drive') return false
    // What it comes into is to be at its place already: the log tells of places as they stay.
    for (const one of pending) if (await isInside(tree, place.parent, one.id)) return false
    return (await tree.child(place.parent, place.name)) === null
  }

  while (pending.length > 0) {
    const before = pending.length
    for (const one of pending) if (await canGo(one)) await shift(one, one.place ? 'place' : 'trash')
    if (pending.length < before) continue
    let next: Wanted | null = null
    for (const one of pending) {
      if (one.place && !waiting.has(one.id) && !(await holdsPending(one.id))) next ??= one
    }
    if (!next) throw new AppError('unavailable', 'These entries are in the way of each other.')
    await shift(next, 'aside')
  }
  return shifts
}

async function isInside(tree: Tree, id: number, outer: number): Promise<boolean> {
  for (let at = await tree.entry(id); at; at = await tree.entry(at.parent)) {
    if (at.id === outer) return true
  }
  return false
}

async function spotIn(tree: Tree, id: number): Promise<Spot | null> {
  const path: string[] = []
  for (let at = await tree.entry(id); at; at = await tree.entry(at.parent)) {
    if (at.id === driveRoot) return { area: 'drive', path: path.toReversed() }
    if (at.id === hiddenRoot) return { area: 'hidden', path: path.toReversed() }
    path.push(at.name)
  }
  return null
}

async function bytesBack(
  stores: ReadStores,
  tree: Tree,
  wishes: Wishes,
  drop: (id: number, field: 'bytes') => void,
): Promise<Shift[]> {
  const { files } = stores
  const shifts: Shift[] = []
  for (const [id, { bytes }] of wishes) {
    const file = bytes && (await files.node(id))
    if (!bytes || file?.kind !== 'file' || hasBytesOf(file, bytes)) continue
    const spot = await spotIn(tree, id)
    if (spot?.area !== 'drive') continue
    const version = await versionWith(stores, id, bytes)
    const node = version === null ? null : await files.node(version)
    const was = await files.spotOf(id)
    const parent = (await tree.entry(id))?.parent ?? 0
    if (!node || !was) {
      drop(id, 'bytes')
      continue
    }
    const from: Spot = { area: 'hidden', path: [node.name] }
    const over = { file, was }
    const target = await files.node(parent)
    shifts.push({ does: 'bytes', node, from, was: from, source: null, to: spot.path, target, over })
  }
  return shifts
}

/** What is on the drive, or in the trash, must be theirs to change, and so must be the folders that it leaves and comes to. */
async function refuseShift(
  ctx: Context,
  stores: ReadStores,
  { does, node, was, target, over }: Shift,
): Promise<void> {
  const sight = await sightOf(ctx, stores)
  const { files } = stores
  if (target && (await files.pathOf(target.id))) await refuseReadOnly(sight, files, target)
  if (does === 'bytes') {
    if (over?.was.area === 'drive') await refuseReadOnly(sight, files, over.file)
    return
  }
  if (was.area === 'drive') {
    await itemsToMove(ctx, stores, [was.path])
    return
  }
  const isTheirs = was.path.length === 1 && (await changeable(ctx, stores, [node.id])).length === 1
  if (!isTheirs && (sight || was.path.length === 1)) throw mayOnlyRead()
}

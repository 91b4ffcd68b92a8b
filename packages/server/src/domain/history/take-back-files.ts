import type { FileEntry } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { stepAbout } from '../../ports/change-log.ts'
import type { ChangeReader, StepEntry } from '../../ports/change-log.ts'
import type { ReadStores, Stores } from '../../ports/database.ts'
import type { Drive, Relocation, Restoration } from '../../ports/drive.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import { folderToFill, itemsToMove } from '../files/entries-to-change.ts'
import { hasBytesOf, versionToChange, versionWith } from '../files/find-version.ts'
import { isTaken } from '../files/free-name.ts'
import { distinct, refuseTooDeepIn } from '../files/move-plan.ts'
import { idOf, isWithin, pathOf } from '../files/path.ts'
import { planReturn } from '../files/restore-trash.ts'
import { driveFor } from '../files/seen-drive.ts'
import { seenFiles } from '../files/seen-files.ts'
import { planShifts } from './arrange-files.ts'
import type { Wish } from './arrange-files.ts'
import { endOfLog, partsOf, placing } from './parts-of.ts'
import { goBack, treeOf } from './past-files.ts'
import { changedSince, gone, notKept } from './take-back.ts'
import type { Kept } from './take-back.ts'

/**
 * Takes back what one step has done with files, as one operation of the drive: with it `complete` is done, or nothing.
 * What is not of files alone cannot be one. Answers what stays as somebody has made it since.
 */
export async function takeBackFiles(
  ctx: Context,
  entries: readonly StepEntry[],
  complete: (stores: Stores) => Promise<void>,
): Promise<Kept[]> {
  authorise(ctx.principal, 'files.write')
  const [first] = entries
  const unknown = entries.find(({ thing }) => thing === null)
  if (unknown) throw notKept(unknown)
  const isMixed = entries.some(
    (one, at) => one.operation !== first?.operation || entries.findIndex(sameAs(one)) !== at,
  )
  const work = isMixed ? takeBackMixed : first && ways[first.operation]
  if (first && !work) throw notKept(first)
  let isDone = false
  const author: Context = {
    ...ctx,
    async complete(stores) {
      await complete(stores)
      isDone = true
    },
  }
  const kept = await work?.(author, await driveFor(ctx), entries).catch((error: unknown) => {
    const isGone = error instanceof AppError && absences.includes(error.code)
    throw isGone && first ? gone(first) : error
  })
  if (!isDone && first) throw gone(first)
  return kept ?? []
}

/** What somebody else has taken away, or what is hidden from them. */
const absences: readonly string[] = ['files.not_found', 'files.not_a_folder', 'files.link']

function sameAs({ thing }: StepEntry): (one: StepEntry) => boolean {
  return (one) => one.thing === thing
}

type Way = (ctx: Context, drive: Drive, entries: readonly StepEntry[]) => Promise<Kept[] | void>

const ways: Record<string, Way> = {
  'file-deleted': bringBack,
  'file-added': throwAway,
  'file-moved': moveBack,
  'file-updated': giveBytesBack,
}

/** Out of the trash, if all of it is still there. */
async function bringBack(ctx: Context, drive: Drive, entries: readonly StepEntry[]): Promise<void> {
  await drive.restore(ctx, async (stores) => {
    for (const entry of entries) {
      const kept = await stores.kept.get(thingOf(entry))
      if (kept?.kind !== 'deleted') throw notKept(entry)
    }
    const places = entries.map((entry) => ({
      node: thingOf(entry),
      folder: entry.folder,
      path: (entry.before as FileEntry).id,
    }))
    return planReturn(ctx, stores, places)
  })
}

/** Into the trash, if nobody has changed anything of it since. */
async function throwAway(ctx: Context, drive: Drive, entries: readonly StepEntry[]): Promise<void> {
  const [first] = entries
  if (drive.rules.trashDays === 0 && first) throw notKept(first)
  const paths = await drive.database.read(async (stores) => {
    const found: Path[] = []
    for (const entry of entries) {
      const { node, path } = await unchanged(stores, entry)
      // What is empty again holds nothing of others, whatever they did while something was in it.
      if (node.count > 0) await refuseFilled(stores, entry, path)
      found.push(path)
    }
    return found
  })
  const tops = paths.filter((path) => !paths.some((one) => one !== path && isWithin(path, one)))
  await drive.remove(ctx, tops)
}

const mostSteps = 1000

/** Of what others did in a folder since, what was taken back again, or done again after that, is of no account. */
async function refuseFilled(stores: ReadStores, entry: StepEntry, path: Path): Promise<void> {
  const { changes } = stores
  for (const step of await stepsIn(stores, entry, path)) {
    if (!(await isOfNoAccount(changes, step, entry.revision))) throw changedSince(entry)
  }
}

/** Whether what a step did since a revision was taken back, or was itself about one that was done before and stands as it did. */
async function isOfNoAccount(
  changes: ChangeReader,
  step: string | null,
  since: number,
): Promise<boolean> {
  const last = step === null ? null : await changes.lastOfStep(step)
  if (!last) return false
  const about = stepAbout(last) ?? last.step
  return (await stands(changes, about, since)) === (await stands(changes, about, endOfLog))
}

/** The folder may have been somewhere else, with what it is in. */
async function stepsIn(
  stores: ReadStores,
  entry: StepEntry,
  path: Path,
): Promise<Set<string | null>> {
  const steps = new Set<string | null>()
  for (const { of, after, before } of await partsOf(stores, `files${idOf(path)}`)) {
    if (of.kind !== 'prefix' || before <= entry.revision) continue
    const between = { after: Math.max(after, entry.revision), before, except: entry.step }
    const found = await stores.changes.stepsBelow(of.prefix, between, mostSteps)
    if (found.length === mostSteps) throw changedSince(entry)
    for (const step of found) steps.add(step)
  }
  return steps
}

/** Whether a step was done, and not taken back, before a revision. */
async function stands(changes: ChangeReader, step: string, before: number): Promise<boolean> {
  const last = await changes.lastOfStep(step)
  if (!last || last.revision >= before) return false
  return (await changes.lastTakenBack(step, before))?.operation !== 'step-undone'
}

async function moveBack(ctx: Context, drive: Drive, entries: readonly StepEntry[]): Promise<void> {
  const places = await drive.database.read(async (stores) => {
    const found: { path: Path; folder: Path }[] = []
    for (const entry of entries) {
      const folder = await formerFolder(stores, entry)
      found.push({ folder, path: (await placeOf(stores, entry)).path })
    }
    return found
  })
  // It has to be known what is there now.
  for (const folder of distinct(places.map(({ folder: one }) => one))) await drive.folder(folder)
  const paths = places.map(({ path }) => path)
  await drive.relocate(ctx, { paths, target: null }, async (stores) => {
    const planned: Relocation[] = []
    for (const entry of entries) {
      const { node, path } = await placeOf(stores, entry)
      const folder = await formerFolder(stores, entry)
      const name = (entry.before as FileEntry).value
      const to = [...placeThen(folder, planned), name]
      const target = await folderToFill(ctx, stores, folder)
      if (await isTaken(stores.files, target.id, name, node.id)) throw changedSince(entry)
      await refuseTooDeepIn(stores.files, node, to.slice(0, -1))
      const [item] = await itemsToMove(ctx, stores, [path])
      planned.push({ ...item!, to, target })
    }
    return planned
  })
}

/** The bytes that were replaced become those of the file again, and what it had becomes a version; wherever the file is now. */
async function giveBytesBack(
  ctx: Context,
  drive: Drive,
  entries: readonly StepEntry[],
): Promise<Kept[]> {
  const kept: Kept[] = []
  const restored = await drive.restore(ctx, async (stores) => {
    kept.length = 0
    const seen = await seenFiles(ctx, stores)
    const planned: Restoration[] = []
    for (const entry of entries) {
      const file = await stores.files.node(thingOf(entry))
      if (!file || !(await seen.pathOf(file.id))) throw gone(entry)
      if (!hasBytesOf(file, entry.after as FileEntry)) {
        kept.push({ entity: entry.entity, field: 'bytes' })
        continue
      }
      planned.push(await bytesBack(ctx, stores, entry))
    }
    return planned
  })
  if (restored.length === 0) await drive.database.transact(async (stores) => ctx.complete?.(stores))
  return kept
}

async function bytesBack(ctx: Context, stores: ReadStores, entry: StepEntry): Promise<Restoration> {
  const version = await versionWith(stores, thingOf(entry), entry.before as FileEntry)
  if (!version) throw notKept(entry)
  const { file: over, path: to, ...found } = await versionToChange(ctx, stores, String(version))
  const target = await stores.files.node(over.parent)
  if (!target) throw gone(entry)
  return { entry: found.entry, node: found.node, to, target, over }
}

/** Where the folder is now that something was in before, whatever it is called. */
async function formerFolder({ files }: ReadStores, entry: StepEntry): Promise<Path> {
  if (entry.folder === null) return pathOf((entry.before as FileEntry).id).slice(0, -1)
  const spot = await files.spotOf(entry.folder)
  if (spot?.area !== 'drive') throw gone(entry)
  return spot.path
}

/** Where a folder is when these have gone back, which may be what it is in. */
function placeThen(folder: Path, planned: readonly Relocation[]): Path {
  const above = planned
    .filter(({ path }) => isWithin(folder, path))
    .toSorted((one, other) => other.path.length - one.path.length)
    .at(0)
  return above ? [...above.to, ...folder.slice(above.path.length)] : folder
}

/**
 * Several kinds of changes, or several of one thing: all of them go back to how they were before the first one, if all
 * are as the last one has left them.
 */
async function takeBackMixed(
  ctx: Context,
  drive: Drive,
  entries: readonly StepEntry[],
): Promise<void> {
  const newest = new Map<number, StepEntry>()
  for (const entry of entries.toReversed()) newest.set(thingOf(entry), entry)
  await drive.arrange(ctx, async (stores) => {
    for (const last of newest.values()) await refuseOtherwise(stores, last)
    const tree = treeOf(stores)
    for (const entry of entries) await goBack(tree, entry)
    const wishes = new Map<number, Wish>()
    for (const [id, last] of newest) {
      const was = await tree.entry(id)
      if (!was && drive.rules.trashDays === 0) throw notKept(last)
      const bytes = was?.kind === 'file' ? was : undefined
      wishes.set(id, { place: was && { parent: was.parent, name: was.name }, bytes })
    }
    return planShifts(ctx, stores, wishes, (id, field) => {
      const last = newest.get(id)!
      throw field === 'bytes' ? notKept(last) : changedSince(last)
    })
  })
}

/** It must be as the step has left it: unchanged at its place, or in the trash. */
async function refuseOtherwise(stores: ReadStores, last: StepEntry): Promise<void> {
  if (last.after) {
    const { node, path } = await unchanged(stores, last)
    const isFilled = last.operation === 'file-added' && node.kind === 'folder' && node.count > 0
    if (isFilled) await refuseFilled(stores, last, path)
  } else if ((await stores.kept.get(thingOf(last)))?.kind !== 'deleted') throw notKept(last)
}

interface Placed {
  node: FileNode
  path: Path
}

/** The entry where the step has left it, wherever that is by now. */
async function placeOf(stores: ReadStores, entry: StepEntry): Promise<Placed> {
  const { files } = stores
  const node = await files.node(thingOf(entry))
  const path = node && (await files.pathOf(node.id))
  if (!node || !path) throw gone(entry)
  const isThere = idOf(path) === (entry.after as FileEntry).id || (await isLastPlace(stores, entry))
  if (!isThere) throw changedSince(entry)
  return { node, path }
}

/** Whether nobody has moved it since, or that was taken back; what it lies in may have been moved. */
async function isLastPlace({ history, changes }: ReadStores, entry: StepEntry): Promise<boolean> {
  for (let before = endOfLog; ;) {
    const last = await history.ofThing(thingOf(entry), 'newest', before)
    if (!last || last.revision <= entry.revision) return last !== null
    const isPlacing = placing.includes(last.operation)
    if (isPlacing && !(await isOfNoAccount(changes, last.step, entry.revision))) return false
    before = last.revision
  }
}

/** The same as it was left. A folder changes its date with what is in it. */
async function unchanged(stores: ReadStores, entry: StepEntry): Promise<Placed> {
  const found = await placeOf(stores, entry)
  const { node } = found
  if (node.kind === 'file' && !hasBytesOf(node, entry.after as FileEntry)) throw changedSince(entry)
  return found
}

function thingOf({ thing }: StepEntry): number {
  return thing ?? 0
}

import type { Access } from '@triptych/contract/rules'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import { driveRoot, hiddenRoot } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import { idOf, pathOf } from '../files/path.ts'
import { notFound } from '../files/read-index.ts'
import { driveFor } from '../files/seen-drive.ts'
import { seenFiles } from '../files/seen-files.ts'
import { mayOnlyRead, refuseReadOnlyWhole, sightOf } from '../files/sight.ts'
import { accessDown, reachOf } from '../rules/reach.ts'
import { planShifts } from './arrange-files.ts'
import type { Wish } from './arrange-files.ts'
import { revisionOf } from './moment.ts'
import type { Moment } from '@triptych/contract/moment'
import { filesAt } from './past-files.ts'
import type { PastTree } from './past-files.ts'
import { notKept } from './take-back.ts'
import type { Kept } from './take-back.ts'

interface Past {
  revision: number
  wishes: Map<number, Wish>
  /** By number, what each was called then, or is called now. */
  names: Map<number, string>
  /** What is not there any more. */
  gone: Kept[]
}

/** Makes a folder, or a file, what it was, with all that is in it: all of it in one operation of the drive. */
export async function restoreFiles(
  ctx: Context,
  { of, at }: { of: string; at: Moment },
): Promise<{ revision: number; kept: Kept[] }> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  const path = pathOf(of)
  // What was does not change any more: nobody has to wait while it is found out.
  const past = await ctx.workspace.database.readLong(
    (stores) => pastOf(ctx, stores, path, at),
    ctx.asker,
  )
  const kept: Kept[] = []
  await drive.arrange(ctx, async (stores) => {
    kept.splice(0, Infinity, ...past.gone)
    const shifts = await planShifts(ctx, stores, past.wishes, (id, field) => {
      kept.push({ entity: past.names.get(id) ?? '', field })
    })
    const deleted = shifts.find(({ does }) => does === 'trash')
    if (deleted && drive.rules.trashDays === 0) throw notKept({ entity: idOf(deleted.was.path) })
    return shifts
  })
  return { revision: past.revision, kept }
}

/** What has to become what it was: all that was in it then, and all that is in it now. */
async function pastOf(ctx: Context, stores: ReadStores, path: Path, at: Moment): Promise<Past> {
  const { files, kept } = stores
  const revision = await revisionOf(ctx, stores, at)
  const tree = await filesAt(ctx.workspace.database, stores, revision)
  const top = await topOf(ctx, stores, tree, path)
  const past: Past = { revision, wishes: new Map(), names: new Map(), gone: [] }
  for (const [id, was] of tree.changed) {
    const node = id > 0 ? await files.node(id) : null
    const wasIn = was !== null && (await isBelow(tree, id, top))
    const now = node && (await files.pathOf(id))
    const isIn = now !== null && (await isNowBelow(files, id, top))
    if (!wasIn && !isIn) continue
    const name = idOf(wasIn ? await pathIn(tree, id) : (now ?? []))
    past.names.set(id, name)
    const isEnded = node?.parent === hiddenRoot && (await kept.get(id))?.kind !== 'deleted'
    if (!node || isEnded) past.gone.push({ entity: name, field: 'entry' })
    else if (!was) past.wishes.set(id, { place: null })
    else {
      const place = { parent: was.parent, name: was.name }
      const bytes = wasIn && was.kind === 'file' ? { size: was.size, date: was.date } : undefined
      past.wishes.set(id, { place, bytes })
    }
  }
  // It is as it was, in a folder that is not there any more.
  const isPlaced = past.names.has(top) || (await files.pathOf(top)) !== null
  if (!isPlaced) past.gone.push({ entity: idOf(await pathIn(tree, top)), field: 'place' })
  return past
}

/** What is at this place now, and else what was there then. All of it must be theirs to change. */
async function topOf(
  ctx: Context,
  stores: ReadStores,
  tree: PastTree,
  path: Path,
): Promise<number> {
  const { files } = stores
  const sight = await sightOf(ctx, stores)
  const node = await (await seenFiles(ctx, stores)).find(path)
  if (node) {
    await refuseReadOnlyWhole(sight, files, node)
    if (!(await tree.entry(node.id))) throw notFound()
    return node.id
  }
  const was = await tree.find(path)
  if (was === 'lost') throw notKept({ entity: idOf(path) })
  const isHidden = sight !== null && (await files.find(path)) !== null
  const access = was && (await accessThen(ctx, stores, tree, was.id))
  if (!was || was.id === driveRoot || isHidden || access === 'none') throw notFound()
  if (access === 'read') throw mayOnlyRead()
  return was.id
}

/** By the rules that stand on it and on what it was in, wherever that is by now. */
async function accessThen(
  ctx: Context,
  stores: ReadStores,
  tree: PastTree,
  id: number,
): Promise<Access> {
  const reach = await reachOf(ctx, stores)
  if (!reach) return 'write'
  const standing: (Access | undefined)[] = []
  for (let at = await tree.entry(id); at; at = await tree.entry(at.parent)) {
    standing.push(reach.entries.get(at.id))
  }
  return accessDown(standing.toReversed())
}

async function isBelow(tree: PastTree, id: number, top: number): Promise<boolean> {
  for (let at = await tree.entry(id); at; at = await tree.entry(at.parent)) {
    if (at.id === top) return true
  }
  return false
}

async function isNowBelow(files: ReadStores['files'], id: number, top: number): Promise<boolean> {
  for (let at = await files.node(id); at; at = await files.node(at.parent)) {
    if (at.id === top) return true
  }
  return false
}

async function pathIn(tree: PastTree, id: number): Promise<Path> {
  const path: string[] = []
  for (let at = await tree.entry(id); at && at.id !== driveRoot; at = await tree.entry(at.parent)) {
    path.push(at.name)
  }
  return path.toReversed()
}

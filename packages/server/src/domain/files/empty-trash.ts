import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { ReadStores, Stores } from '../../ports/database.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { KeptEntry } from '../../ports/kept.ts'
import { recordChange } from '../record-change.ts'
import { fileChange } from './file-change.ts'
import { seenTrash } from './list-trash.ts'
import { pathOf } from './path.ts'
import { changeable } from './restore-trash.ts'
import { driveFor } from './seen-drive.ts'
import { endedAtOnce } from './trash.ts'

/** Ends for good what was deleted: these, of which some may be gone already, or all that is theirs to change. */
export async function emptyTrash(ctx: Context, ids: readonly string[] | null): Promise<void> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  if (ids) {
    await drive.end(async (stores) =>
      tellEnded(ctx, stores, await changeable(ctx, stores, ids.map(Number))),
    )
    return
  }
  let ended = 0
  do ended = await drive.end(async (stores) => tellEnded(ctx, stores, await some(ctx, stores)))
  while (ended > 0)
}

interface InTrash {
  entry: KeptEntry
  node: FileNode
}

/** Some at a time, so that others have their turn. */
async function some(ctx: Context, stores: ReadStores): Promise<InTrash[]> {
  const ended: InTrash[] = []
  for await (const { entry, node, leave } of seenTrash(ctx, stores, null)) {
    if (leave.access === 'write' && leave.isWhole) ended.push({ entry, node })
    if (ended.length === endedAtOnce) break
  }
  return ended
}

/** Each by where it would have come back to. */
async function tellEnded(
  ctx: Context,
  stores: Stores,
  ended: readonly InTrash[],
): Promise<KeptEntry[]> {
  const { files, rules } = stores
  const hasRules = await rules.has('folder')
  for (const { entry, node } of ended) {
    const was = pathOf(entry.path)
    const spot = await files.spotOf(entry.parent)
    const folder = spot?.area === 'drive' ? spot.path : null
    const path = folder ? [...folder, ...was.slice(-1)] : was
    // Whether it is hidden from others its path does not tell any more.
    const isUnclear = hasRules && (!folder || (await rules.isOn('folder', String(node.id))))
    if (isUnclear) await rules.touch()
    const change = fileChange('trash-deleted', node.id, { path, entry: node }, null)
    await recordChange(ctx, stores, change)
  }
  return ended.map(({ entry }) => entry)
}

import type { FileReference, NameConflict } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { Path } from '../../ports/storage.ts'
import type { Relocation } from '../../ports/drive.ts'
import { folderToFill, itemsToMove } from './entries-to-change.ts'
import { clashesIn, overOf } from './name-clash.ts'
import { pathsOf, refuseIntoItself, refuseTooDeepIn } from './move-plan.ts'
import { idOf, pathOf, referenceTo } from './path.ts'
import { driveFor } from './seen-drive.ts'

export interface Transfer {
  ids: readonly string[]
  target: string
  conflict?: NameConflict | undefined
}

/**
 * Answers where each is now, or what has its name there, in the order they were named. What is in the folder already
 * stays.
 */
export async function moveFiles(ctx: Context, input: Transfer): Promise<FileReference[]> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  const paths = pathsOf(input.ids)
  const target = pathOf(input.target)
  refuseIntoItself(paths, target)
  if (paths.length === 0) return []

  let stayed = new Map<string, Path>()
  const moved = await drive.relocate(ctx, { paths, target }, async (stores) => {
    const plan = await planMove(ctx, stores, paths, target, input.conflict)
    stayed = plan.stayed
    return plan.relocations
  })
  const now = new Map(moved.map(({ path, to }) => [idOf(path), to]))
  return paths.map((path) => referenceTo(now.get(idOf(path)) ?? stayed.get(idOf(path)) ?? path))
}

interface Plan {
  relocations: Relocation[]
  /** By their ids, those that stay where they are, with the place that is taken. */
  stayed: Map<string, Path>
}

/** What has to go where: each only once, and nothing that is there already. */
async function planMove(
  ctx: Context,
  stores: ReadStores,
  paths: readonly Path[],
  to: Path,
  conflict: NameConflict | undefined,
): Promise<Plan> {
  const { files } = stores
  const target = await folderToFill(ctx, stores, to)
  const settle = await clashesIn(ctx, stores, target.id, conflict)
  const plan = new Map<string, Relocation>()
  const stayed = new Map<string, Path>()
  for (const item of await itemsToMove(ctx, stores, paths)) {
    const id = idOf(item.path)
    if (item.source.id === target.id || plan.has(id) || stayed.has(id)) continue
    await refuseTooDeepIn(files, item.node, to)
    const outcome = await settle(item.node)
    const place = [...to, outcome.name]
    if (outcome.does === 'stay') stayed.set(id, place)
    else plan.set(id, { ...item, to: place, target, ...overOf(outcome) })
  }
  return { relocations: [...plan.values()], stayed }
}

import type { FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { Path } from '../../ports/storage.ts'
import type { Relocation } from '../../ports/drive.ts'
import { folderToFill, itemsToMove } from './entries-to-change.ts'
import { namesIn } from './free-name.ts'
import { pathsOf, refuseIntoItself, refuseTooDeepIn } from './move-plan.ts'
import { idOf, pathOf, referenceTo } from './path.ts'
import { driveFor } from './seen-drive.ts'

export interface Transfer {
  ids: readonly string[]
  target: string
}

/** Answers where each is now, in the order they were named. What is in the folder already stays. */
export async function moveFiles(ctx: Context, input: Transfer): Promise<FileReference[]> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  const paths = pathsOf(input.ids)
  const target = pathOf(input.target)
  refuseIntoItself(paths, target)
  if (paths.length === 0) return []

  const moved = await drive.relocate(ctx, { paths, target }, (stores) =>
    planMove(ctx, stores, paths, target),
  )
  const now = new Map(moved.map(({ path, to }) => [idOf(path), to]))
  return paths.map((path) => referenceTo(now.get(idOf(path)) ?? path))
}

/** What has to go where: each only once, and nothing that is there already. */
async function planMove(
  ctx: Context,
  stores: ReadStores,
  paths: readonly Path[],
  to: Path,
): Promise<Relocation[]> {
  const { files } = stores
  const target = await folderToFill(ctx, stores, to)
  const chooseName = namesIn(files, target.id)
  const plan = new Map<string, Relocation>()
  for (const item of await itemsToMove(ctx, stores, paths)) {
    const id = idOf(item.path)
    if (item.source.id === target.id || plan.has(id)) continue
    await refuseTooDeepIn(files, item.node, to)
    const name = await chooseName(item.node.name)
    plan.set(id, { ...item, to: [...to, name], target })
  }
  return [...plan.values()]
}

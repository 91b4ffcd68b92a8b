import type { FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { namesIn } from './free-name.ts'
import { itemsToMove } from './entries-to-change.ts'
import { pathsOf } from './move-plan.ts'
import { checkNewName, referenceTo } from './path.ts'
import { driveFor } from './seen-drive.ts'

export async function renameFile(
  ctx: Context,
  { id, name }: { id: string; name: string },
): Promise<FileReference> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  const paths = pathsOf([id])
  checkNewName(name, drive.rules)

  const [renamed] = await drive.relocate(ctx, { paths, target: null }, async (stores) => {
    const [item] = await itemsToMove(ctx, stores, paths)
    const { path, node, source } = item!
    const free = await namesIn(stores.files, source.id)(name, node.id)
    if (free === node.name) return []
    return [{ ...item!, to: [...path.slice(0, -1), free], target: source }]
  })
  return referenceTo(renamed?.to ?? paths[0] ?? [])
}

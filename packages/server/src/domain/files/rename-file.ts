import type { FileReference, NameConflict } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Path } from '../../ports/storage.ts'
import { itemsToMove } from './entries-to-change.ts'
import { clashesIn, overOf } from './name-clash.ts'
import { pathsOf } from './move-plan.ts'
import { checkNewName, referenceTo } from './path.ts'
import { driveFor } from './seen-drive.ts'

export async function renameFile(
  ctx: Context,
  { id, name, conflict }: { id: string; name: string; conflict?: NameConflict | undefined },
): Promise<FileReference> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  const paths = pathsOf([id])
  checkNewName(name, drive.rules)

  let taken: Path | null = null
  const [renamed] = await drive.relocate(ctx, { paths, target: null }, async (stores) => {
    const [item] = await itemsToMove(ctx, stores, paths)
    const { path, node, source } = item!
    const settle = await clashesIn(ctx, stores, source.id, conflict)
    const outcome = await settle({ name, kind: node.kind, id: node.id })
    const to = [...path.slice(0, -1), outcome.name]
    taken = outcome.does === 'stay' ? to : null
    if (taken || outcome.name === node.name) return []
    return [{ ...item!, to, target: source, ...overOf(outcome) }]
  })
  return referenceTo(renamed?.to ?? taken ?? paths[0] ?? [])
}

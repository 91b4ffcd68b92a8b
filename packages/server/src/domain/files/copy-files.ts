import type { FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { inTurns, pathsOf, refuseIntoItself, refuseTooDeepIn } from './move-plan.ts'
import type { Transfer } from './move-files.ts'
import { pathOf, referenceTo } from './path.ts'
import { driveFor } from './seen-drive.ts'

/** Answers where the copies are, or what was there already, in the order their originals were named. */
export async function copyFiles(ctx: Context, input: Transfer): Promise<FileReference[]> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  const paths = pathsOf(input.ids)
  const target = pathOf(input.target)
  refuseIntoItself(paths, target)
  if (paths.length === 0) return []
  for await (const path of inTurns(paths)) {
    await drive.database.read(async ({ files }) => {
      const node = await files.find(path)
      if (node) await refuseTooDeepIn(files, node, target)
    })
  }
  const { conflict } = input
  return (await drive.copy(ctx, { paths, target, conflict })).map(referenceTo)
}

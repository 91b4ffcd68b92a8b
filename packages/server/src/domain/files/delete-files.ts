import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Path } from '../../ports/storage.ts'
import { distinct, pathsOf } from './move-plan.ts'
import { idOf } from './path.ts'
import { driveFor } from './seen-drive.ts'

/** What is not there any more is as good as deleted. */
export async function deleteFiles(ctx: Context, ids: readonly string[]): Promise<void> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  const paths = outermost(pathsOf(ids))
  if (paths.length > 0) await drive.remove(ctx, paths)
}

/** Each once, and nothing that goes anyway with a folder above it. */
function outermost(paths: readonly Path[]): Path[] {
  const ids = new Set(paths.map(idOf))
  const isBelowAnother = (path: Path): boolean =>
    path.slice(0, -1).some((_, depth) => ids.has(idOf(path.slice(0, depth + 1))))
  return distinct(paths).filter((path) => !isBelowAnother(path))
}

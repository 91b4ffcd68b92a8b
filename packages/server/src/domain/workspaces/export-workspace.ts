import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { makeArchive } from '../archive/make-archive.ts'

export interface Archive {
  pieces: AsyncGenerator<Uint8Array>
  /** To be called when nobody wants it any more. */
  close: () => void
}

/** Each holds a snapshot of the database for as long as its client takes; others read, too. */
const mostAtOnce = 2

const underWay = () => new Set<Archive>()

/** Everything of a workspace in one archive, while it goes on to be used. */
export async function exportWorkspace(ctx: Context, name: string): Promise<Archive> {
  authorise(ctx.principal, 'workspaces.export')
  const workspace = await ctx.workspaces.open(name)
  if (!workspace) throw new AppError('workspaces.not_found', `There is no workspace ${name}.`)
  const drive = await ctx.drives.of(workspace)

  const archives = ctx.workspaces.memo(underWay)
  if (archives.size >= mostAtOnce) {
    throw new AppError('unavailable', 'Other archives are being made; try again later.')
  }
  const archive: Archive = {
    pieces: makeArchive({ name, drive, now: ctx.now() }),
    close: () => void archives.delete(archive),
  }
  archives.add(archive)
  return archive
}

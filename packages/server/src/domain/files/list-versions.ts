import type { FileVersion } from '@triptych/contract/versions'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { fileTime } from '../../iso-time.ts'
import { pathOf } from './path.ts'
import { driveFor } from './seen-drive.ts'

/** The former states of a file, the last one first. */
export async function listVersions(ctx: Context, id: string): Promise<FileVersion[]> {
  authorise(ctx.principal, 'files.read')
  const drive = await driveFor(ctx)
  const file = await drive.find(pathOf(id))
  if (file.kind !== 'file') throw new AppError('files.not_a_file', 'Only files have versions.')
  return ctx.workspace.database.read(async ({ kept, files }) => {
    const versions: FileVersion[] = []
    for (const { node: id, at, actor, actorId } of await kept.versionsOf(file.id)) {
      const node = await files.node(id)
      // One that goes next is not there for anybody.
      if (!node || at === 0) continue
      const dates = { date: fileTime(node.modified), at: new Date(at).toISOString() }
      versions.push({ version: String(id), size: node.size, ...dates, actor, actorId })
    }
    return versions
  })
}

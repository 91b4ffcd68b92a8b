import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../record-change.ts'
import { fileChange } from './file-change.ts'
import { versionToChange } from './find-version.ts'
import { driveFor } from './seen-drive.ts'

/** Ends a former state of a file, for good. */
export async function deleteVersion(ctx: Context, version: string): Promise<void> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  await drive.end(async (stores) => {
    const { entry, node, file, path } = await versionToChange(ctx, stores, version)
    const change = fileChange('version-deleted', file.id, { path, entry: node }, null)
    await recordChange(ctx, stores, change)
    return [entry]
  })
}

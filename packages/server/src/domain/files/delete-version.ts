import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { versionToChange } from './find-version.ts'
import { driveFor } from './seen-drive.ts'

/** Ends a former state of a file, for good. */
export async function deleteVersion(ctx: Context, version: string): Promise<void> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  await drive.end(async (stores) => [(await versionToChange(ctx, stores, version)).entry])
}

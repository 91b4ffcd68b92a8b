import type { FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { notFound } from './read-index.ts'
import { versionToChange } from './find-version.ts'
import { referenceTo } from './path.ts'
import { driveFor } from './seen-drive.ts'

/** The file has the bytes of a former state again; those that it had become a version themselves. */
export async function restoreVersion(ctx: Context, version: string): Promise<FileReference> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  const [restored] = await drive.restore(ctx, async (stores) => {
    const { entry, node, file, path } = await versionToChange(ctx, stores, version)
    const target = await stores.files.node(file.parent)
    if (!target) throw notFound()
    return [{ entry, node, to: path, target, over: file }]
  })
  return referenceTo(restored?.to ?? [])
}

import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { OpenFile } from '../../ports/storage.ts'
import { findVersion, noVersion } from './find-version.ts'
import { driveFor } from './seen-drive.ts'

/** A former state of a file, to be read under the name that the file has now. */
export async function openVersion(
  ctx: Context,
  version: string,
): Promise<{ name: string; file: OpenFile }> {
  authorise(ctx.principal, 'files.read')
  const drive = await driveFor(ctx)
  const find = () => ctx.workspace.database.read((stores) => findVersion(ctx, stores, version))
  const { node, path } = await find()
  const file = await drive.openNode(node)
  if (!file) throw noVersion()
  return { name: path.at(-1) ?? '', file }
}

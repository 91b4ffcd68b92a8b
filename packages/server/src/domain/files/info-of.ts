import type { FileInfo } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { fileInfo } from './info/file-info.ts'
import { pathOf } from './path.ts'

/** Flat facts for a person to read: of a folder how much is in it, of a file what its content tells. */
export async function infoOf(ctx: Context, id: string): Promise<FileInfo> {
  authorise(ctx.principal, 'files.read')
  const drive = await ctx.drives.of(ctx.workspace)
  const path = pathOf(id)
  const node = await drive.find(path)
  if (node.kind === 'folder') {
    const { bytes, files, folders } = (await drive.folder(path)).totals
    return { Size: bytes, Count: files + folders, Files: files, Folders: folders }
  }
  if (node.kind !== 'file') return { Type: node.kind }

  const file = await drive.open(path)
  try {
    const { size } = file.entry
    return await fileInfo(
      { name: node.name, size, read: (start, end) => file.read(start, end) },
      ctx.pictures,
    )
  } finally {
    await file.close()
  }
}

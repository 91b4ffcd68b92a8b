import type { CreateFile, FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { checkNewName, pathOf, referenceTo, refuseTooDeep } from './path.ts'
import { driveFor } from './seen-drive.ts'

export async function createFile(
  ctx: Context,
  { parent, body }: { parent: string; body: CreateFile },
): Promise<FileReference> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  checkNewName(body.name, drive.rules)
  const wanted = { folder: pathOf(parent), name: body.name, conflict: body.conflict }
  if (body.type === 'folder') {
    refuseTooDeep(wanted.folder.length + 1)
    return referenceTo(await drive.addFolder(ctx, wanted))
  }
  return referenceTo(await drive.addFile(ctx, wanted, await drive.receive(noBytes())))
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

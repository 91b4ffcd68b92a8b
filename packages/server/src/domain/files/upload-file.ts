import type { FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Path } from '../../ports/storage.ts'
import type { Drive, Wanted } from '../../ports/drive.ts'
import { hasArrived } from './arriving-files.ts'
import { pathOf, referenceTo, refuseTooDeep, relativePath } from './path.ts'

/** An upload in two halves: what it is called may be told only after its bytes. */
export interface Upload {
  receive: (bytes: AsyncIterable<Uint8Array>) => Promise<string>
  publish: (key: string, relative: string) => Promise<FileReference>
  discard: (key: string) => void
}

/**
 * `relative` may name folders on the way; those that are missing are made, inside the target only, as long as
 * somebody waits for it.
 */
export async function uploadFile(ctx: Context, target: string): Promise<Upload> {
  authorise(ctx.principal, 'files.write')
  const drive = await ctx.drives.of(ctx.workspace)
  const folder = pathOf(target)
  return {
    async receive(bytes) {
      // Before the bytes are taken: a missing folder is not worth waiting for them.
      await drive.folder(folder)
      return drive.receive(bytes)
    },
    async publish(key, relative) {
      const wanted = await wantedFor(ctx, drive, folder, relative).catch((error: unknown) => {
        drive.discard(key)
        throw error
      })
      const path = await drive.addFile(ctx, wanted, key)
      hasArrived(ctx, path)
      return referenceTo(path)
    },
    discard: (key) => drive.discard(key),
  }
}

async function wantedFor(
  ctx: Context,
  drive: Drive,
  target: Path,
  relative: string,
): Promise<Wanted> {
  const names = relativePath(relative, drive.rules)
  if (names.length > 1) refuseTooDeep(target.length + names.length - 1)
  let folder = target
  for (const name of names.slice(0, -1)) {
    ctx.budget.checkWanted()
    folder = [...folder, name]
    await drive.ensureFolder(ctx, folder)
  }
  return { folder, name: names.at(-1) ?? '' }
}

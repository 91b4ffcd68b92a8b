import { authorise } from '../../auth/principal.ts'
import { keyedMutex } from '../../concurrency/keyed-mutex.ts'
import type { Context } from '../../context.ts'
import type { Box } from '../../ports/pictures.ts'
import type { OpenFile } from '../../ports/storage.ts'
import { findArriving } from './arriving-files.ts'
import { fileTypeOf } from './kinds/file-types.ts'
import { pathOf } from './path.ts'
import { driveFor } from './seen-drive.ts'

/** Of larger files no preview is made. */
const mostBytes = 128 * 1024 * 1024

export type Preview =
  | { kind: 'picture'; bytes: Uint8Array; version: string }
  /** There is nothing to show but what kind of thing it is. */
  | { kind: 'icon'; name: string }

/**
 * A small picture of a file, made once for each version of its content. The file manager asks for it
 * while the file is still being uploaded; `left` tells that nobody waits for it any more.
 */
export async function previewFile(
  ctx: Context,
  { id, box, left }: { id: string; box: Box; left: AbortSignal },
): Promise<Preview> {
  authorise(ctx.principal, 'files.read')
  const drive = await driveFor(ctx)
  const path = pathOf(id)
  const { kind, name } = await findArriving(ctx, drive, path, left)
  const { family, extension } = fileTypeOf(name)
  if (kind !== 'file') return { kind: 'icon', name: kind }
  const icon: Preview = { kind: 'icon', name: extension }
  if (family !== 'picture' && family !== 'pdf') return icon

  const file = await drive.open(path)
  try {
    if (file.entry.size > mostBytes) return icon
    const content = `${ctx.workspace.database.id}-${file.version}`
    const version = `${content}-${box.width}x${box.height}`
    const bytes =
      (await ctx.previews.get(version)) ?? (await thumbnail(ctx, file, box, { content, version }))
    return bytes ? { kind: 'picture', bytes, version } : icon
  } finally {
    await file.close()
  }
}

/** A picture of which none could be made may only have come at a bad time: it is tried again later. */
const secondChanceMs = 10 * 60 * 1000

const turnsOfContents = () => keyedMutex()

/** What cannot be shown in one size cannot be shown in another: so the sizes of one file come one after the other. */
async function thumbnail(
  ctx: Context,
  file: OpenFile,
  box: Box,
  { content, version }: { content: string; version: string },
): Promise<Uint8Array | null> {
  const failure = `${content}-none-${Math.floor(ctx.now().getTime() / secondChanceMs)}`
  const inTurn = ctx.workspace.database.memo(turnsOfContents)
  return ctx.previews.once(version, () =>
    inTurn(content, async () => {
      if (await ctx.previews.get(failure)) return null
      const made = await ctx.pictures.thumbnail(() => wholeOf(file), box)
      if (made) await ctx.previews.set(version, made.bytes)
      else await ctx.previews.set(failure, new Uint8Array(0))
      return made?.bytes ?? null
    }),
  )
}

async function wholeOf(file: OpenFile): Promise<Uint8Array> {
  const pieces = await Array.fromAsync(file.read(0, file.entry.size))
  return Buffer.concat(pieces)
}

/** In pixels. */
export const largestSide = 2000

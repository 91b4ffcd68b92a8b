import type { ByteSource } from '../../codecs/records.ts'
import { authorise } from '../../auth/principal.ts'
import { keyedMutex } from '../../concurrency/keyed-mutex.ts'
import type { Context } from '../../context.ts'
import type { Box } from '../../ports/pictures.ts'
import type { OpenFile } from '../../ports/storage.ts'
import { findArriving } from './arriving-files.ts'
import { fileTypeOf } from './kinds/file-types.ts'
import { pathOf } from './path.ts'
import { mayHavePicture, pictureWithin } from './picture-within.ts'
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
  const isPackage = mayHavePicture(extension)
  if (family !== 'picture' && family !== 'pdf' && !isPackage) return icon

  const file = await drive.open(path)
  try {
    if (file.entry.size > mostBytes) return icon
    const content = `${ctx.workspace.database.id}-${file.version}`
    const version = `${content}-${box.width}x${box.height}`
    const bytes =
      (await ctx.previews.get(version)) ??
      (await thumbnail(ctx, file, box, { content, version, isPackage }))
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
  { content, version, isPackage }: { content: string; version: string; isPackage: boolean },
): Promise<Uint8Array | null> {
  const failure = `${content}-none-${Math.floor(ctx.now().getTime() / secondChanceMs)}`
  const inTurn = ctx.workspace.database.memo(turnsOfContents)
  return ctx.previews.once(version, () =>
    inTurn(content, async () => {
      if (await ctx.previews.get(failure)) return null
      const made = await ctx.pictures.thumbnail(
        () => (isPackage ? pictureWithin(partsOf(file)) : bytesOf(file)),
        box,
      )
      if (made) await ctx.previews.set(version, made.bytes)
      else await ctx.previews.set(failure, new Uint8Array(0))
      return made?.bytes ?? null
    }),
  )
}

async function bytesOf(file: OpenFile, start = 0, end = file.entry.size): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(file.read(start, end)))
}

function partsOf(file: OpenFile): ByteSource {
  const { size } = file.entry
  return { size, read: (at, length) => bytesOf(file, at, Math.min(size, at + length)) }
}

/** In pixels. */
export const largestSide = 2000

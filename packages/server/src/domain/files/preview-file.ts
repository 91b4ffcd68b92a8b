import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Box } from '../../ports/pictures.ts'
import type { OpenFile } from '../../ports/storage.ts'
import { fileTypeOf } from './file-types.ts'
import { findNode } from './look-into.ts'
import { placeOf } from './path.ts'

/** Of larger pictures no preview is made. */
const mostBytes = 128 * 1024 * 1024

export type Preview =
  | { kind: 'picture'; bytes: Uint8Array; version: string }
  /** There is nothing to show but what kind of thing it is. */
  | { kind: 'icon'; name: string }

/** A small picture of a file, made once for each version of its content. */
export async function previewFile(ctx: Context, id: string, box: Box): Promise<Preview> {
  authorise(ctx.principal, 'files.read')
  const drive = await ctx.drives.of(ctx.workspace)
  const place = placeOf(id)
  const { kind, name } = await findNode(drive, place)
  const { family, extension } = fileTypeOf(name)
  if (kind !== 'file') return { kind: 'icon', name: kind }
  const icon: Preview = { kind: 'icon', name: extension }
  if (family !== 'picture') return icon

  const file = await drive.storage.open(place)
  try {
    if (file.entry.size > mostBytes) return icon
    const version = `${ctx.workspace.database.id}-${file.version}-${box.width}x${box.height}`
    const bytes = (await ctx.previews.get(version)) ?? (await thumbnail(ctx, file, box, version))
    // Nothing at all stands for a picture of which none can be made.
    return bytes.length > 0 ? { kind: 'picture', bytes, version } : icon
  } finally {
    await file.close()
  }
}

async function thumbnail(
  ctx: Context,
  file: OpenFile,
  box: Box,
  version: string,
): Promise<Uint8Array> {
  const made = await ctx.pictures.thumbnail(() => wholeOf(file), box)
  const bytes = made?.bytes ?? new Uint8Array(0)
  await ctx.previews.set(version, bytes)
  return bytes
}

async function wholeOf(file: OpenFile): Promise<Uint8Array> {
  const pieces = await Array.fromAsync(file.read(0, file.entry.size))
  return Buffer.concat(pieces)
}

const largestSide = 2000

export function boxOf(width: number, height: number): Box {
  for (const side of [width, height]) {
    if (side >= 1 && side <= largestSide) continue
    throw new AppError('bad_request', `width and height are from 1 to ${largestSide}.`)
  }
  return { width, height }
}

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Drive } from '../../ports/drive.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import { pathOf } from './path.ts'

/** Until `transfer` is over, an upload into this folder is on its way. */
export function whileArriving<T>(
  ctx: Context,
  target: string,
  transfer: () => Promise<T>,
): Promise<T> {
  return ctx.arrivals.expect(placeOf(ctx, pathOf(target)), transfer)
}

export function hasArrived(ctx: Context, path: Path): void {
  ctx.arrivals.arrived(placeOf(ctx, path.slice(0, -1)), path.at(-1) ?? '')
}

/** Long enough for a picture, and too short to hold a connection for nothing. */
const patienceMs = 60_000

/** The entry at a place; where there is none yet, once the uploads into its folder have brought it. */
export async function findArriving(
  ctx: Context,
  drive: Drive,
  path: Path,
  left: AbortSignal,
): Promise<FileNode> {
  try {
    return await drive.find(path)
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'files.not_found'
    const arrival = isMissing && ctx.arrivals.of(placeOf(ctx, path.slice(0, -1)), path.at(-1) ?? '')
    if (!arrival) throw error
    // Into a folder that is not seen nothing is seen to come.
    await drive.find(path.slice(0, -1))
    await untilEither(arrival, AbortSignal.any([left, AbortSignal.timeout(patienceMs)]))
    return drive.find(path)
  }
}

function placeOf({ workspace }: Context, folder: Path): string {
  return [workspace.name, ...folder].join('/')
}

async function untilEither(arrival: Promise<void>, over: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>()
  const end = () => ended.resolve()
  over.addEventListener('abort', end)
  if (over.aborted) end()
  await Promise.race([arrival, ended.promise])
  over.removeEventListener('abort', end)
}

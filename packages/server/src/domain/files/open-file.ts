import { authorise } from '../../auth/principal.ts'
import { places } from '../../concurrency/places.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { OpenFile } from '../../ports/storage.ts'
import { notFound } from './read-index.ts'
import { pathOf } from './path.ts'
import { openArchive } from './zip-entries.ts'
import type { Archive } from './zip-entries.ts'
import { driveFor } from './seen-drive.ts'

export type Opened =
  | { kind: 'file'; name: string; file: OpenFile }
  | ({ kind: 'archive' } & Archive)

/**
 * A file to be read, or everything in a folder, one after the other. The drive decides what it is. Nothing tells of what
 * is above `below`.
 */
export async function openFile(ctx: Context, id: string, below = '/'): Promise<Opened> {
  authorise(ctx.principal, 'files.read')
  const drive = await driveFor(ctx)
  const path = pathOf(id)
  const name = path.at(-1) ?? 'files'
  if (path.length > 0) {
    try {
      return { kind: 'file', name, file: await drive.open(path) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // A file is in the way: then there is nothing below it.
      if (error.code === 'files.not_a_folder') throw notFound()
      if (error.code !== 'files.not_a_file') throw error
    }
  }

  const make = () => openArchive(drive, [path], pathOf(below))
  return { kind: 'archive', ...(await inTurn(ctx, make)) }
}

/** Files and folders together, as one archive. */
export async function openFiles(ctx: Context, ids: readonly string[]): Promise<Archive> {
  authorise(ctx.principal, 'files.read')
  const drive = await driveFor(ctx)
  return inTurn(ctx, () => openArchive(drive, ids.map(pathOf)))
}

/** Each reads the disk as fast as it is taken, and has a list of all that it holds. */
const zipPlaces = () =>
  places({
    all: 64,
    each: mostZips,
    mostWaiting: 200,
    waitMs: 10_000,
    busy: 'Too many archives are being made; try again later.',
  })

/** So many may one client have at once. */
export const mostZips = 16

async function inTurn(ctx: Context, open: () => Promise<Archive>): Promise<Archive> {
  const room = ctx.workspaces.memo(zipPlaces)
  const leave = room.take(ctx.asker) ?? (await room.acquire(ctx.asker))
  try {
    const archive = await open()
    return {
      ...archive,
      close() {
        archive.close()
        leave()
      },
    }
  } catch (error) {
    leave()
    throw error
  }
}

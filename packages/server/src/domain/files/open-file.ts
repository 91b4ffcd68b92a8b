import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { OpenFile } from '../../ports/storage.ts'
import { notFound } from './read-index.ts'
import { pathOf } from './path.ts'
import { openArchive } from './zip-entries.ts'
import type { Archive } from './zip-entries.ts'

export type Opened =
  | { kind: 'file'; name: string; file: OpenFile }
  | ({ kind: 'archive' } & Archive)

/**
 * A file to be read, or everything in a folder, one after the other. The drive decides what it is. Nothing tells of what
 * is above `below`.
 */
export async function openFile(ctx: Context, id: string, below = '/'): Promise<Opened> {
  authorise(ctx.principal, 'files.read')
  const drive = await ctx.drives.of(ctx.workspace)
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

  return { kind: 'archive', ...(await openArchive(drive, [path], pathOf(below))) }
}

/** Files and folders together, as one archive. */
export async function openFiles(ctx: Context, ids: readonly string[]): Promise<Archive> {
  authorise(ctx.principal, 'files.read')
  const drive = await ctx.drives.of(ctx.workspace)
  return openArchive(drive, ids.map(pathOf))
}

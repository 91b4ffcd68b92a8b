import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { OpenFile, Place } from '../../ports/storage.ts'
import type { Drive } from './drive/drive.ts'
import { walkFolder } from './zip/walk-folder.ts'
import { AppError } from '../../errors.ts'
import { knownFolder, notFound } from './drive/look-into.ts'
import { placeOf } from './path.ts'
import type { ZipEntry } from './zip/zip-layout.ts'

export type Opened =
  | { kind: 'file'; name: string; file: OpenFile }
  | {
      kind: 'folder'
      name: string
      entries: (ZipEntry & { place: Place })[]
      open(entry: { place: Place; size: number }): AsyncIterable<Uint8Array>
      /** To be called when the archive is done, or given up. */
      close: () => void
    }

/** A file to be read, or everything in a folder, one after the other. The disk decides what it is. */
export async function openFile(ctx: Context, id: string): Promise<Opened> {
  authorise(ctx.principal, 'files.read')
  const drive = await ctx.drives.of(ctx.workspace)
  const place = placeOf(id)
  const name = place.at(-1) ?? 'files'
  if (place.length > 0) {
    try {
      return { kind: 'file', name, file: await drive.storage.open(place) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // A file is in the way: then there is nothing below it.
      if (error.code === 'files.not_a_folder') throw notFound()
      if (error.code !== 'files.not_a_file') throw error
    }
  }

  const folder = await knownFolder(drive, place)
  const close = claimRoom(drive, folder.totals.files + folder.totals.folders)
  const entries = await walkFolder(drive, folder, place).catch((error: unknown) => {
    close()
    throw error
  })
  return {
    kind: 'folder',
    name,
    entries,
    close,
    async *open({ place: at, size }) {
      const file = await drive.storage.open(at)
      try {
        yield* file.read(0, size)
      } finally {
        await file.close()
      }
    },
  }
}

/** Entries of all archives that are being made: each takes about a kilobyte until it is sent. */
const mostEntries = 1_000_000

const entriesHeld = new WeakMap<Drive, number>()

/** Answers what gives the room back. */
function claimRoom(drive: Drive, entries: number): () => void {
  const held = (): number => entriesHeld.get(drive) ?? 0
  if (held() > 0 && held() + entries > mostEntries) {
    throw new AppError('unavailable', 'Too many archives are being made; try again later.')
  }
  entriesHeld.set(drive, held() + entries)
  let isOpen = true
  return () => {
    if (isOpen) entriesHeld.set(drive, held() - entries)
    isOpen = false
  }
}

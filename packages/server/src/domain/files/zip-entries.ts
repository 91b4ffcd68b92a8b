import { AppError } from '../../errors.ts'
import type { Path } from '../../ports/storage.ts'
import type { Drive } from '../../ports/drive.ts'
import { namesLike } from './free-name.ts'
import { notFound } from './read-index.ts'
import { walkFolder } from './walk-folder.ts'
import type { PlacedEntry } from './walk-folder.ts'

export interface Archive {
  /** Without an ending. */
  name: string
  entries: PlacedEntry[]
  open: (entry: { source: Path; size: number }) => AsyncIterable<Uint8Array>
  /** To be called when the archive is done, or given up. */
  close: () => void
}

/** Files, and folders with all they hold, one after the other. */
export async function openArchive(drive: Drive, paths: readonly Path[]): Promise<Archive> {
  const entries: PlacedEntry[] = []
  const rooms: (() => void)[] = []
  const close = () => rooms.forEach((giveBack) => giveBack())
  const freeName = freeNames()
  try {
    for (const path of paths) {
      const top = freeName(path.at(-1) ?? 'files')
      for (const entry of await entriesAt(drive, path, top, rooms)) entries.push(entry)
    }
  } catch (error) {
    close()
    throw error
  }
  return {
    // Of several things the folder they lie in gives the name.
    name: (paths.length === 1 ? paths[0]?.at(-1) : paths[0]?.at(-2)) ?? 'files',
    entries,
    close,
    async *open({ source, size }) {
      const file = await drive.open(source)
      try {
        yield* file.read(0, size)
      } finally {
        await file.close()
      }
    },
  }
}

async function entriesAt(
  drive: Drive,
  path: Path,
  top: string,
  rooms: (() => void)[],
): Promise<PlacedEntry[]> {
  const entry = await drive.stat(path)
  if (!entry) throw notFound()
  if (entry.kind === 'file') {
    rooms.push(claimRoom(drive, 1))
    const { size, modified } = entry
    return [{ path: top, kind: 'file', size, modified: new Date(modified), source: path }]
  }
  const folder = await drive.folder(path)
  rooms.push(claimRoom(drive, folder.totals.files + folder.totals.folders))
  return walkFolder(drive, folder, path, top)
}

/** Two things of one name may come out of different folders. */
function freeNames(): (name: string) => string {
  const taken = new Set<string>()
  const untried = new Map<string, Generator<string>>()
  return (name) => {
    const guesses = untried.get(name) ?? namesLike(name)
    untried.set(name, guesses)
    let free = guesses.next().value
    while (taken.has(free)) free = guesses.next().value
    taken.add(free)
    return free
  }
}

/** Entries of all archives that are being made: each takes about a kilobyte until it is sent. */
const mostEntries = 1_000_000

const nothingHeld = () => ({ entries: 0 })

/** Answers what gives the room back. */
function claimRoom({ database }: Drive, entries: number): () => void {
  const held = database.memo(nothingHeld)
  if (held.entries > 0 && held.entries + entries > mostEntries) {
    throw new AppError('unavailable', 'Too many archives are being made; try again later.')
  }
  held.entries += entries
  let isOpen = true
  return () => {
    if (isOpen) held.entries -= entries
    isOpen = false
  }
}

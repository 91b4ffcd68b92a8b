import { AppError } from '../../errors.ts'
import type { Path } from '../../ports/storage.ts'
import type { Drive } from '../../ports/drive.ts'
import { namesLike } from './free-name.ts'
import { idOf } from './path.ts'
import { notFound } from './read-index.ts'
import { walkFolder } from './walk-folder.ts'
import type { PlacedEntry } from './walk-folder.ts'

/** Something that lies on no drive. */
interface Notice extends PlacedEntry {
  text: Uint8Array
}

export interface Archive {
  /** Without an ending. */
  name: string
  entries: PlacedEntry[]
  open: (entry: PlacedEntry) => AsyncIterable<Uint8Array>
  /** To be called when the archive is done, or given up. */
  close: () => void
}

/** Files, and folders with all they hold, one after the other. Nothing in it tells of what is above `below`. */
export async function openArchive(
  drive: Drive,
  paths: readonly Path[],
  below: Path = [],
): Promise<Archive> {
  const entries: PlacedEntry[] = []
  const rooms: (() => void)[] = []
  const close = () => rooms.forEach((giveBack) => giveBack())
  const freeName = freeNames()
  const denied: Path[] = []
  try {
    for (const path of paths) {
      const top = freeName(path.at(-1) ?? 'files')
      for (const entry of await entriesAt(drive, path, { top, rooms, denied })) entries.push(entry)
    }
    if (denied.length > 0) {
      const told = denied.map((path) => path.slice(below.length))
      entries.push(noticeOf(told, freeName('not in this archive.txt')))
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
    async *open(entry) {
      if (isNotice(entry)) {
        yield entry.text
        return
      }
      const { source, size } = entry
      const file = await drive.open(source)
      try {
        yield* file.read(0, size)
      } finally {
        await file.close()
      }
    },
  }
}

function isNotice(entry: PlacedEntry): entry is Notice {
  return 'text' in entry
}

/** Whoever opens the archive shall see that something is missing. */
function noticeOf(denied: readonly Path[], name: string): Notice {
  const text = Buffer.from(
    `The server was not let into these folders:\n${denied.map((path) => `${idOf(path)}\n`).join('')}`,
  )
  return { path: name, kind: 'file', size: text.length, modified: new Date(), source: [], text }
}

async function entriesAt(
  drive: Drive,
  path: Path,
  { top, rooms, denied }: { top: string; rooms: (() => void)[]; denied: Path[] },
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
  return walkFolder(drive, folder, path, top, denied)
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

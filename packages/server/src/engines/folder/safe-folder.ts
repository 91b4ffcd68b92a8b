import {
  accessSync,
  constants,
  lstatSync,
  lutimesSync,
  mkdirSync,
  rmdirSync,
  unlinkSync,
  utimesSync,
} from 'node:fs'
import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { concurrencyLimit } from '../../concurrency/concurrency-limit.ts'
import { inFlight } from '../../concurrency/in-flight.ts'
import { AppError } from '../../errors.ts'
import type { Claimed, SafeFolder } from '../../ports/safe-folder.ts'
import type { Entry, Fingerprint, NamedEntry, Space } from '../../ports/storage.ts'
import { copyEntry, placeOf } from './copy-entry.ts'
import { entryAt, entryOf, fingerprintOf, pathIn, refuseAllButFolder, touching } from './folder.ts'
import type { Folder } from './folder.ts'
import { listFolder, readNames } from './list-folder.ts'
import { isAbsent } from './map-errors.ts'
import { moveEntry, replaceEntry } from './move-entry.ts'
import { openRegularFile } from './read-file.ts'
import { removeEntry } from './remove-entry.ts'
import type { Segment, Segments } from './segment.ts'
import { holdingOpen } from './holding-open.ts'
import { hiddenFolder, isKey, ownFolder, spotsOf } from './spots.ts'
import type { Spots } from './spots.ts'
import { namesHere } from './names-here.ts'
import type { NamesOf } from './names-here.ts'
import { openRoot, pathsHere } from './open-root.ts'
import type { Paths } from './open-root.ts'
import { sharedFolderSyncs } from './sync-folder.ts'
import { inFolder, inFolderAtOnce, inParent, inParentAtOnce, isSameEntry } from './walk.ts'
import { whileBusy } from './while-busy.ts'
import { folderWatches } from './watch-folder.ts'
import { writeFile } from './write-file.ts'

export interface FolderOptions {
  /** Whether names that begin with a dot can be seen and used. */
  showHidden: boolean
  /** How folders are held open; what this system has, where nothing is said. */
  paths?: Paths | null
  /** Which names this system can hold. */
  names?: NamesOf
}

type SyncFolder = (folder: Folder) => Promise<void>

/** People's files at their own paths, and a folder of our own beside them. */
export async function openSafeFolder(path: string, options: FolderOptions): Promise<SafeFolder> {
  mkdirSync(path, { recursive: true })
  let root = openRoot(path, options.paths ?? pathsHere())
  const syncFolder = sharedFolderSyncs()
  try {
    await makeOwnFolders(root, syncFolder)
    root = holdingOpen(root, hiddenFolder)
    // Where case makes no difference there may be more spellings than can be told by looking.
    const folds = isSameEntry(root, [ownFolder.toUpperCase()], [ownFolder])
    const spots = spotsOf(options.showHidden, {
      isOwn: (top) => top === ownFolder || (folds && isSameEntry(root, [top], [ownFolder])),
      normalises: doesNormalise(root),
      names: options.names ?? namesHere,
    })
    return safeFolderAt(root, resolve(path), spots, syncFolder)
  } catch (error) {
    root.close()
    throw error
  }
}

/** Found out by trying: it differs between two disks of one machine. */
function doesNormalise(root: Folder): boolean {
  const composed = [...hiddenFolder, 'probe \u00e9']
  const decomposed = [...hiddenFolder, 'probe e\u0301']
  inParentAtOnce(root, composed, (parent, name) =>
    mkdirSync(pathIn(parent, name), { recursive: true }),
  )
  try {
    return isSameEntry(root, composed, decomposed)
  } finally {
    inParentAtOnce(root, composed, (parent, name) => rmdirSync(pathIn(parent, name)))
  }
}

async function makeOwnFolders(root: Folder, syncFolder: SyncFolder): Promise<void> {
  for (const path of [[ownFolder], hiddenFolder]) {
    try {
      inParentAtOnce(root, path, makeFolder)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'files.name_taken')) throw error
    }
  }
  for (const path of [[], [ownFolder], hiddenFolder]) await inFolder(root, path, syncFolder)
}

// A long copy holds a thread of libuv's pool, of which there are four, until its end.
const copiesAtOnce = 3

/** Every place is a spot, which becomes names from the root down, never a path; see walk.ts. */
function safeFolderAt(
  root: Folder,
  place: string,
  spots: Spots,
  syncFolder: SyncFolder,
): SafeFolder {
  const { run, end } = inFlight(() => new AppError('unavailable', 'The drive has been closed.'))
  const copyTools = { limit: concurrencyLimit(copiesAtOnce), syncFolder }
  const { existing, coming, shown, text } = spots
  const hidden = (key: string) => coming({ area: 'hidden', path: [key] })
  const watches = folderWatches(root)
  let isOpen = true

  return {
    receive: (key, bytes, release) => run(() => writeFile(root, hidden(key), bytes, release)),
    copy: (path, key, without = []) =>
      run(() =>
        copyEntry(root, existing({ area: 'drive', path }), hidden(key), {
          ...copyTools,
          without: new Set(without.map(placeOf)),
        }),
      ),
    makeFolder: (spot) => run(() => inParentAtOnce(root, coming(spot), makeFolder)),
    move: (from, to) =>
      run(() => whileBusy(() => moveEntry(root, existing(from), coming(to, from)))),
    replace: (from, to, aside) =>
      run(() =>
        whileBusy(() => replaceEntry(root, existing(from), existing(to), coming(aside, to))),
      ),
    sync: (folders) =>
      run(async () => {
        const paths = new Map(folders.map((spot) => [JSON.stringify(spot), existing(spot)]))
        await Promise.all(
          Array.from(paths.values(), async (path) => inFolderAtOnce(root, path, syncFolder)),
        )
      }),
    stat: (spot) => run(() => ifThere(async () => statAt(root, existing(spot)))),
    open: (path, area = 'drive') =>
      run(async () => {
        const segments = existing({ area, path })
        const file = await inParent(root, segments, openRegularFile)
        return { ...file, diskPath: () => writtenPath(place, segments) }
      }),
    setModified: (spot, modified) => run(() => setModified(root, existing(spot), modified)),

    hidden: () => run(async () => (await inFolder(root, hiddenFolder, readNames)).filter(isKey)),
    removeHidden: (key) =>
      run(async () => {
        const path = hidden(key)
        await whileBusy(() => ifThere(() => inParent(root, path, removeEntry)))
      }),
    removeLeftover: (path) =>
      run(() => inParentAtOnce(root, existing({ area: 'drive', path }), removeLeftover)),

    mayEmpty: (spot) => run(() => inFolderAtOnce(root, existing(spot), mayEmpty)),
    fingerprint: (spot) => run(() => fingerprintAt(root, existing(spot))),
    list: (spot) =>
      run(async () => {
        const { fingerprint, entries } = await inFolder(root, existing(spot), listFolder)
        const visible: NamedEntry[] = []
        for (const entry of entries) {
          const name = shown(spot, entry.name)
          if (name !== null) visible.push({ ...entry, name })
        }
        return { fingerprint, entries: visible }
      }),
    watch: (spot, changed) =>
      run(() =>
        inFolderAtOnce(root, existing(spot), (folder) =>
          watches.watch(folder, (name, what) => changed(name === null ? null : text(name), what)),
        ),
      ),

    space: () => run(() => inFolder(root, [], readSpace)),
    async close() {
      watches.close()
      await end()
      if (isOpen) root.close()
      isOpen = false
    },
  }
}

/** Byte by byte: a name need not be UTF-8. */
function writtenPath(place: string, segments: Segments): string {
  const bytes = [...place.split(sep), ...segments].map((segment) => Buffer.from(segment))
  return bytes.map((name) => name.toString('latin1').replaceAll(/[^\w.~-]/g, escaped)).join('/')
}

function escaped(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
}

async function ifThere<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look()
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

function statAt(root: Folder, segments: Segments): Entry {
  if (segments.length === 0) return inFolderAtOnce(root, [], (top) => entryOf(top.stats()))
  return inParentAtOnce(root, segments, (parent, name) => entryAt(pathIn(parent, name)))
}

/** Of the folder as it is seen from above, which need not be opened for that. */
function fingerprintAt(root: Folder, segments: Segments): Fingerprint {
  if (segments.length === 0) return fingerprintOf(root.stats())
  return inParentAtOnce(root, segments, (parent, name) => {
    const stats = lstatSync(pathIn(parent, name), { bigint: true })
    refuseAllButFolder(stats)
    return fingerprintOf(stats)
  })
}

function makeFolder(parent: Folder, name: Segment): Claimed {
  const path = pathIn(parent, name)
  const target = touching(parent, () => mkdirSync(path))
  return { entry: entryAt(path), target }
}

function setModified(root: Folder, segments: Segments, modified: number): void {
  // Node takes a negative number for now, but a date for what it says.
  const time = modified < 0 ? new Date(modified) : modified / 1000
  if (segments.length === 0)
    return inFolderAtOnce(root, [], (top) => utimesSync(top.path(), time, time))
  inParentAtOnce(root, segments, (parent, name) => lutimesSync(pathIn(parent, name), time, time))
}

function mayEmpty(folder: Folder): boolean {
  // What is ours we can open.
  if (Number(folder.stats().uid) === process.geteuid?.()) return true
  try {
    accessSync(folder.path(), constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

function removeLeftover(parent: Folder, name: Segment): void {
  const path = pathIn(parent, name)
  const stats = lstatSync(path)
  if (stats.isDirectory()) return rmdirSync(path)
  if (stats.nlink < 2) throw new AppError('files.denied', 'This is the only name of the file.')
  unlinkSync(path)
}

async function readSpace(folder: Folder): Promise<Space> {
  const found: StatsFs & { frsize?: number } = await statfs(folder.path())
  const { bsize, frsize, blocks, bfree, bavail } = found
  // Blocks are counted in fragments, which FUSE and NFS make smaller than `bsize`; older Nodes hide it.
  const unit = frsize || bsize
  return { free: bavail * unit, used: (blocks - bfree) * unit, total: blocks * unit }
}

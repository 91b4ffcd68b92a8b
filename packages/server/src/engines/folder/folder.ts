import { lstatSync } from 'node:fs'
import type { BigIntStats, Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { AppError } from '../../errors.ts'
import type { Touched } from '../../ports/safe-folder.ts'
import type { Entry, EntryKind, Fingerprint } from '../../ports/storage.ts'
import type { Segment, Segments } from './segment.ts'

/** Bytes where a name in it is not UTF-8. */
export type DiskPath = string | Buffer

/**
 * An open folder. What holds it is of the layer it comes from (descriptors.ts, portable.ts); everything else goes by this
 * alone.
 */
export interface Folder {
  /** Leads to this very folder, for a call that follows at once. */
  path: () => DiskPath
  /** A folder below it, never through a link, or itself once more; the caller closes it. */
  open: (segments: Segments) => Folder
  stats: () => BigIntStats
  /** A regular file in it and nothing else, for reading. */
  openFile: (name: Segment) => Promise<FileHandle>
  /** Likewise, for as long as `use` takes; `path` leads to what the descriptor stands for. */
  withFile: <T>(
    name: Segment,
    use: (descriptor: number, path: DiskPath) => Promise<T>,
  ) => Promise<T>
  close: () => void
}

export function pathIn(folder: Folder, name: Segment): DiskPath {
  return joined(folder.path(), name)
}

/** Every system that Node runs on takes a slash between two names. */
export function joined(path: DiskPath, name: Segment): DiskPath {
  if (typeof path === 'string' && typeof name === 'string') return `${path}/${name}`
  return Buffer.concat([Buffer.from(path), slash, Buffer.from(name)])
}

const slash = Buffer.from('/')

/** Of a link: of the link itself. */
export function entryAt(path: DiskPath): Entry {
  return isWide ? entryOf(lstatSync(path, { bigint: true })) : entryOf(lstatSync(path))
}

/** `null` where there is nothing. */
export function lookAt(path: DiskPath): Entry | null {
  const stats = isWide
    ? lstatSync(path, { bigint: true, throwIfNoEntry: false })
    : lstatSync(path, { throwIfNoEntry: false })
  return stats ? entryOf(stats) : null
}

/** Windows has inodes of 64 bits, and two of them may be the same number. */
const isWide = process.platform === 'win32'

export function entryOf(stats: Stats | BigIntStats): Entry {
  const kind = kindOf(stats)
  const size = kind === 'file' ? Number(stats.size) : 0
  return { kind, size, modified: modifiedOf(stats), inode: inodeOf(stats) }
}

function kindOf(stats: Stats | BigIntStats): EntryKind {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  return stats.isSymbolicLink() ? 'link' : 'other'
}

const second = 1_000_000_000n

/** To the last digit what Node makes of it without BigInt. */
function modifiedOf(stats: Stats | BigIntStats): number {
  if (!('mtimeNs' in stats)) return stats.mtimeMs
  const { mtimeNs } = stats
  return Number(mtimeNs / second) * 1000 + Number(mtimeNs % second) / 1e6
}

/** The largest prime that a number holds exactly. */
const largest = 9_007_199_254_740_881n

/** Its upper bits count how often it was given out; they are mixed into the lower ones, where rounding would lose those. */
function inodeOf({ ino }: Stats | BigIntStats): number {
  return typeof ino === 'number' ? ino : Number(ino % largest)
}

export function refuseOthers(stats: Stats | BigIntStats): void {
  const kind = kindOf(stats)
  if (kind === 'link') throw new AppError('files.link', 'Symbolic links are not followed.')
  if (kind === 'folder') throw new AppError('files.not_a_file', 'That is a folder.')
  if (kind === 'other') throw new AppError('files.special', 'That is neither a file nor a folder.')
}

export function refuseAllButFolder(stats: BigIntStats): void {
  // On Windows a junction is one, too.
  if (stats.isSymbolicLink()) throw new AppError('files.link', 'Symbolic links are not followed.')
  if (!stats.isDirectory()) throw new AppError('files.not_a_folder', 'That is not a folder.')
}

export function fingerprintOf({ mtimeNs }: BigIntStats): Fingerprint {
  return String(mtimeNs)
}

export function touching(folder: Folder, change: () => void): Touched {
  const before = folder.stats()
  change()
  return touchedSince(before, folder)
}

/** What `change` did to the folders that something goes from and to; the same object where that is one folder. */
export function touchingBoth(
  source: Folder,
  target: Folder,
  change: () => void,
): { source: Touched; target: Touched } {
  const [sourceBefore, targetBefore] = [source.stats(), target.stats()]
  change()
  const touched = touchedSince(targetBefore, target)
  const isSame = identityOf(sourceBefore) === identityOf(targetBefore)
  return { source: isSame ? touched : touchedSince(sourceBefore, source), target: touched }
}

function touchedSince(before: BigIntStats, folder: Folder): Touched {
  const after = folder.stats()
  return {
    before: fingerprintOf(before),
    after: fingerprintOf(after),
    modified: modifiedOf(after),
  }
}

export function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`
}

import {
  closeSync,
  constants,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs'
import { AppError } from '../../errors.ts'
import type { Moved, Replaced } from '../../ports/safe-folder.ts'
import type { Entry } from '../../ports/storage.ts'
import { entryAt, identityOf, lookAt, pathIn, touchingBoth } from './folder.ts'
import type { DiskPath, Folder } from './folder.ts'
import { errorCode } from './map-errors.ts'
import type { Segment, Segments } from './segment.ts'
import { inParentAtOnce } from './walk.ts'

/** Never replaces anything, and never follows a link: a link itself is moved. */
export function moveEntry(root: Folder, from: Segments, to: Segments): Moved {
  return inParentAtOnce(root, from, (sourceFolder, fromName) => {
    const source = pathIn(sourceFolder, fromName)
    const entry = entryAt(source)
    if (entry.kind === 'folder' && to.length > from.length && isWithin(to, from)) throw intoItself()

    return inParentAtOnce(root, to, (targetFolder, toName) => {
      const target = pathIn(targetFolder, toName)
      const touched = touchingBoth(sourceFolder, targetFolder, () => {
        try {
          moveAny(entry, source, target)
        } catch (error) {
          if (errorCode(error) !== 'EEXIST' || !isRespelled(source, targetFolder, toName))
            throw error
          renameSync(source, target)
        }
      })
      return { entry, ...touched }
    })
  })
}

/**
 * The former file gets its second name first, and then the new one takes the name from it: it leads to one of them at any time,
 * where there are hard links.
 */
export function replaceEntry(
  root: Folder,
  from: Segments,
  to: Segments,
  aside: Segments,
): Replaced {
  return inParentAtOnce(root, from, (sourceFolder, fromName) =>
    inParentAtOnce(root, to, (targetFolder, toName) =>
      inParentAtOnce(root, aside, (asideFolder, asideName) => {
        const source = pathIn(sourceFolder, fromName)
        const target = pathIn(targetFolder, toName)
        const entry = entryAt(source)
        const former = entryAt(target)
        if (entry.kind !== 'file' || former.kind !== 'file') {
          throw new AppError('files.name_taken', 'Only a file takes the place of a file.')
        }
        const touched = touchingBoth(sourceFolder, targetFolder, () =>
          replaceFile(source, target, pathIn(asideFolder, asideName), entry.inode === former.inode),
        )
        return { entry, former, ...touched }
      }),
    ),
  )
}

function replaceFile(
  source: DiskPath,
  target: DiskPath,
  aside: DiskPath,
  isSameFile: boolean,
): void {
  try {
    linkSync(target, aside)
  } catch (error) {
    if (!hardLinkRefusals.has(errorCode(error))) throw error
    return replaceInTwoMoves(source, target, aside)
  }
  try {
    // Of two names of one file rename(2) would leave both.
    if (isSameFile) unlinkSync(source)
    else renameSync(source, target)
  } catch (error) {
    attempt(() => unlinkSync(aside))
    throw error
  }
}

/** Without hard links there is a moment in which the name leads nowhere. */
export function replaceInTwoMoves(source: DiskPath, target: DiskPath, aside: DiskPath): void {
  claimAndRename(target, aside)
  try {
    claimAndRename(source, target)
  } catch (error) {
    attempt(() => claimAndRename(aside, target))
    throw error
  }
}

/** On macOS a hard link of a symbolic link would be one of what that leads to. */
const linksLead = process.platform === 'darwin'

function moveAny({ kind, inode }: Entry, source: DiskPath, target: DiskPath): void {
  if (kind === 'folder') return moveFolder(source, target)
  if (linksLead && kind === 'link') return claimAndRename(source, target)
  moveFile(source, target)
  if (!linksLead || lookAt(target)?.inode === inode) return
  renameSync(target, source)
  throw new AppError('files.name_taken', 'It keeps changing.')
}

/** The same entry in another spelling, where case or the way of writing an accent makes no difference: no name of its own. */
function isRespelled(source: DiskPath, folder: Folder, name: Segment): boolean {
  const there = lstatSync(pathIn(folder, name), { bigint: true, throwIfNoEntry: false })
  const isSame = there && identityOf(lstatSync(source, { bigint: true })) === identityOf(there)
  if (!isSame) return false
  const spelled = Buffer.from(name)
  return !readdirSync(folder.path(), 'buffer').some((found) => found.equals(spelled))
}

/** Claims the name with an empty folder, which rename(2) then replaces, but only while it is empty. */
function moveFolder(source: DiskPath, target: DiskPath): void {
  mkdirSync(target)
  try {
    renameSync(source, target)
  } catch (error) {
    // Fails where somebody has put something in: then it is theirs.
    attempt(() => rmdirSync(target))
    if (isClaimRefused(error)) return renameUnclaimed(source, target)
    // What the names did not tell: spelled in another case, or moved below itself meanwhile.
    throw errorCode(error) === 'EINVAL' ? intoItself() : error
  }
}

/** A hard link is the only claim of a name that never shows half a file. */
function moveFile(source: DiskPath, target: DiskPath): void {
  try {
    linkSync(source, target)
  } catch (error) {
    if (!hardLinkRefusals.has(errorCode(error))) throw error
    return claimAndRename(source, target)
  }
  try {
    unlinkSync(source)
  } catch (error) {
    // Somebody else moved or removed it first, and a file must not end up in two places.
    attempt(() => unlinkSync(target))
    throw error
  }
}

// EISDIR is how libuv words it on Windows where a disk has no hard links.
const hardLinkRefusals = new Set(['EPERM', 'EOPNOTSUPP', 'ENOTSUP', 'ENOSYS', 'EMLINK', 'EISDIR'])

/** For file systems without hard links (FAT, some network shares): an empty file is the claim. */
export function claimAndRename(source: DiskPath, target: DiskPath): void {
  closeSync(openSync(target, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL))
  try {
    renameSync(source, target)
  } catch (error) {
    attempt(() => unlinkSync(target))
    if (isClaimRefused(error)) return renameUnclaimed(source, target)
    throw error
  }
}

/** Windows lets no folder take the place of anything, not even of an empty one. */
function isClaimRefused(error: unknown): boolean {
  return process.platform === 'win32' && ['EPERM', 'EACCES', 'EEXIST'].includes(errorCode(error))
}

/** Another program may take the name after the look: of ours none can. */
export function renameUnclaimed(source: DiskPath, target: DiskPath): void {
  if (lookAt(target)) throw new AppError('files.name_taken', 'The name is taken.')
  renameSync(source, target)
}

function attempt(call: () => void): void {
  try {
    call()
  } catch {
    // The first error is the one that matters.
  }
}

function isWithin(inner: Segments, outer: Segments): boolean {
  return outer.every((segment, at) => {
    const other = inner[at]
    return other !== undefined && Buffer.from(segment).equals(Buffer.from(other))
  })
}

function intoItself(): AppError {
  return new AppError('files.into_itself', 'A folder cannot be moved into itself.')
}

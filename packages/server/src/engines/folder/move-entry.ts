import {
  closeSync,
  constants,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs'
import { AppError } from '../../errors.ts'
import type { Moved, Replaced, Touched } from '../../ports/safe-folder.ts'
import { entryAt, fingerprintOf, isSameFolder, pathIn, touchedSince, touching } from './folder.ts'
import type { DiskPath, Folder } from './folder.ts'
import { errorCode } from './map-errors.ts'
import type { Segments } from './segment.ts'
import { inParentAtOnce } from './walk.ts'

/** Never replaces anything, and never follows a link: a link itself is moved. */
export function moveEntry(root: Folder, from: Segments, to: Segments): Moved {
  return inParentAtOnce(root, from, (sourceFolder, fromName) => {
    const source = pathIn(sourceFolder, fromName)
    const entry = entryAt(source)
    const isFolder = entry.kind === 'folder'
    if (isFolder && to.length > from.length && isWithin(to, from)) throw intoItself()

    return inParentAtOnce(root, to, (targetFolder, toName) => {
      const target = pathIn(targetFolder, toName)
      const sourceBefore = fingerprintOf(sourceFolder)
      const touched = touching(targetFolder, () =>
        isFolder ? moveFolder(source, target) : moveFile(source, target),
      )
      const sourceTouched: Touched = isSameFolder(sourceFolder, targetFolder)
        ? touched
        : touchedSince(sourceBefore, sourceFolder)
      return { entry, target: touched, source: sourceTouched }
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
        const sourceBefore = fingerprintOf(sourceFolder)
        const touched = touching(targetFolder, () =>
          replaceFile(source, target, pathIn(asideFolder, asideName), entry.inode === former.inode),
        )
        const sourceTouched = isSameFolder(sourceFolder, targetFolder)
          ? touched
          : touchedSince(sourceBefore, sourceFolder)
        return { entry, former, target: touched, source: sourceTouched }
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

/** Claims the name with an empty folder, which rename(2) then replaces, but only while it is empty. */
function moveFolder(source: DiskPath, target: DiskPath): void {
  mkdirSync(target)
  try {
    renameSync(source, target)
  } catch (error) {
    // Fails where somebody has put something in: then it is theirs.
    attempt(() => rmdirSync(target))
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

const hardLinkRefusals = new Set(['EPERM', 'EOPNOTSUPP', 'ENOTSUP', 'ENOSYS', 'EMLINK'])

/** For file systems without hard links (FAT, some network shares): an empty file is the claim. */
export function claimAndRename(source: DiskPath, target: DiskPath): void {
  closeSync(openSync(target, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL))
  try {
    renameSync(source, target)
  } catch (error) {
    attempt(() => unlinkSync(target))
    throw error
  }
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

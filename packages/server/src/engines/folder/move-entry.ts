import { lstatSync } from 'node:fs'
import { link, mkdir, rename, rmdir, unlink } from 'node:fs/promises'
import { type EntryKind, entryStat } from './entry-stat.ts'
import { FolderError } from './folder-error.ts'
import { isWithin, type Segment, type Segments } from './segment.ts'
import { inParent, pathIn } from './walk.ts'

/** Anything but a folder. A hard link is the only claim of a name that never shows half a file. */
export async function moveFile(root: number, from: Segments, to: Segments): Promise<void> {
  await betweenParents(root, from, to, async (source, target) => {
    if (kindAt(source) === 'folder') throw new FolderError('not-a-file', 'That is a folder.')
    await linkAndUnlink(source, target)
  })
}

export async function publishFile(root: number, draft: Segments, to: Segments): Promise<void> {
  await betweenParents(root, draft, to, async (source, target) => {
    const kind = kindAt(source)
    if (kind === 'link') throw new FolderError('link', 'A draft is a file, not a link.')
    if (kind !== 'file') throw new FolderError('not-a-file', 'A draft is a file.')
    await linkAndUnlink(source, target)
  })
}

/** Claims the name with an empty folder, which rename(2) then replaces, but only while it is empty. */
export async function moveFolder(root: number, from: Segments, to: Segments): Promise<void> {
  const isInside = to.length > from.length && isWithin(to, from)
  if (isInside) throw new FolderError('into-itself', 'A folder cannot be moved into itself.')
  await betweenParents(root, from, to, async (source, target) => {
    const kind = kindAt(source)
    if (kind === 'link') throw new FolderError('link', 'That is a link, not a folder.')
    if (kind !== 'folder') throw new FolderError('not-a-folder', 'That is not a folder.')
    await mkdir(target)
    try {
      await rename(source, target)
    } catch (error) {
      // Fails where somebody has put something in: then it is theirs.
      await rmdir(target).catch(() => {})
      throw error
    }
  })
}

async function linkAndUnlink(source: string | Buffer, target: string | Buffer): Promise<void> {
  await link(source, target)
  try {
    await unlink(source)
  } catch (error) {
    // Somebody else moved or removed it first, and a file must not end up in two places.
    await unlink(target).catch(() => {})
    throw error
  }
}

function kindAt(path: string | Buffer): EntryKind {
  return entryStat(lstatSync(path)).kind
}

async function betweenParents(
  root: number,
  from: Segments,
  to: Segments,
  move: (source: string | Buffer, target: string | Buffer) => Promise<void>,
): Promise<void> {
  await inParent(root, from, (fromParent: number, fromName: Segment) =>
    inParent(root, to, (toParent, toName) =>
      move(pathIn(fromParent, fromName), pathIn(toParent, toName)),
    ),
  )
}

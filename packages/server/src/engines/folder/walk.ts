import { lstatSync } from 'node:fs'
import { AppError } from '../../errors.ts'
import { identityOf, pathIn } from './folder.ts'
import type { Folder } from './folder.ts'
import { toAppError } from './map-errors.ts'
import { checkSegment } from './segment.ts'
import type { Segment, Segments } from './segment.ts'

/** Runs `use` with a folder that is open exactly as long, and translates errors. */
export async function inFolder<T>(
  root: Folder,
  segments: Segments,
  use: (folder: Folder) => T | Promise<T>,
): Promise<T> {
  try {
    const folder = root.open(segments)
    try {
      return await use(folder)
    } finally {
      folder.close()
    }
  } catch (error) {
    throw toAppError(error)
  }
}

/** In one go: nothing else that this process does comes in between. */
export function inFolderAtOnce<T>(root: Folder, segments: Segments, use: (folder: Folder) => T): T {
  try {
    // The root stays open that long.
    if (segments.length === 0) return use(root)
    const folder = root.open(segments)
    try {
      return use(folder)
    } finally {
      folder.close()
    }
  } catch (error) {
    throw toAppError(error)
  }
}

export async function inParent<T>(
  root: Folder,
  segments: Segments,
  use: (parent: Folder, name: Segment) => T | Promise<T>,
): Promise<T> {
  const { above, name } = split(segments)
  return inFolder(root, above, (parent) => use(parent, name))
}

export function inParentAtOnce<T>(
  root: Folder,
  segments: Segments,
  use: (parent: Folder, name: Segment) => T,
): T {
  const { above, name } = split(segments)
  return inFolderAtOnce(root, above, (parent) => use(parent, name))
}

function split(segments: Segments): { above: Segments; name: Segment } {
  const name = segments.at(-1)
  if (name === undefined) throw new AppError('files.denied', 'The root itself stays as it is.')
  checkSegment(name)
  return { above: segments.slice(0, -1), name }
}

/** Whether both lead to one and the same entry, by whatever spelling. */
export function isSameEntry(root: Folder, one: Segments, other: Segments): boolean {
  const [a, b] = [one, other].map((segments) => inParentAtOnce(root, segments, identityIn))
  return a !== null && a === b
}

function identityIn(parent: Folder, name: Segment): string | null {
  const stats = lstatSync(pathIn(parent, name), { bigint: true, throwIfNoEntry: false })
  return stats ? identityOf(stats) : null
}

import type { FileReference } from '@triptych/contract/files'
import { AppError } from '../../errors.ts'
import type { Path } from '../../ports/storage.ts'
import { windowsProblem } from '../../windows-names.ts'

/** No file system of ours takes longer names. */
export const longestName = 255

/** Nobody speaks of deeper places than this. */
const longestPath = 1000

/** So deep may folders lie in each other that are made, moved or copied here. Others may have made deeper ones. */
export const deepestFolder = 100

/** Control characters would break headers and terminals; half characters cannot be written at all. */
const unprintable = /\p{Cc}/u

/** With these the storage writes bytes of names that are no UTF-8: nobody shall make such a name. */
const escaped = /[\uEF80-\uEFFF]/

/** The place an id speaks of: `/docs/plan.txt`. What others have put there may be called anything. */
export function pathOf(id: string): Path {
  const names = id.split('/').filter((name) => name !== '')
  if (names.length > longestPath) throw badPath('The path is too deep.')
  for (const name of names) {
    if (name === '.' || name === '..') throw badPath('A path has no . and no .. in it.')
    if (name.includes('\0')) throw badPath('A path has no NUL in it.')
    if (!name.isWellFormed()) throw badPath('A path is valid Unicode.')
    if (Buffer.byteLength(name) > longestName) throw badPath('A name has at most 255 bytes.')
  }
  return names
}

export function idOf(path: Path): string {
  return `/${path.join('/')}`
}

/** Whether a text is written as the id of an entry is; the drive itself is no file. */
export function isFileId(text: string): boolean {
  try {
    return text !== '/' && idOf(pathOf(text)) === text
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** A name somebody wishes to give. What is on the disk already may be called worse things. */
export function checkNewName(name: string, rules: { portableNames: boolean }): void {
  if (name === '' || name === '.' || name === '..') throw badName('A name is needed.')
  if (name.includes('/')) throw badName('A name has no slash in it.')
  if (unprintable.test(name)) throw badName('A name has no control characters in it.')
  if (!name.isWellFormed()) throw badName('A name is valid Unicode.')
  if (Buffer.byteLength(name) > longestName) throw badName('A name has at most 255 bytes.')
  if (escaped.test(name)) throw badName('A name has no characters from U+EF80 to U+EFFF.')
  if (rules.portableNames && windowsProblem(name) !== null) {
    throw badName('This name does not work on every operating system.')
  }
}

/** The folders and the name in what an upload calls itself: `photos/2026/a.jpg`. */
export function relativePath(text: string, rules: { portableNames: boolean }): [...Path, string] {
  if (text.startsWith('/')) throw badName('A path within the folder does not begin with a slash.')
  const names = text.split('/').filter((name) => name !== '')
  const [last = ''] = names.slice(-1)
  for (const name of names.length > 0 ? names : ['']) checkNewName(name, rules)
  return [...names.slice(0, -1), last]
}

/** `levels` is how deep the lowest folder would lie. */
export function refuseTooDeep(levels: number): void {
  if (levels <= deepestFolder) return
  const message = `Folders lie at most ${deepestFolder} deep in each other.`
  throw new AppError('files.too_deep', message, { limit: deepestFolder })
}

export function referenceTo(path: Path): FileReference {
  return { id: idOf(path), name: path.at(-1) ?? '' }
}

export function isWithin(inner: Path, outer: Path): boolean {
  return inner.length >= outer.length && outer.every((name, at) => inner[at] === name)
}

function badPath(message: string): AppError {
  return new AppError('files.bad_path', message)
}

function badName(message: string): AppError {
  return new AppError('files.bad_name', message)
}

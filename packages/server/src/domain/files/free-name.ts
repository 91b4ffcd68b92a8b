import { AppError } from '../../errors.ts'
import type { FileNode, FileReader } from '../../ports/file-index.ts'
import type { EntryKind } from '../../ports/storage.ts'
import { longestName } from './path.ts'

/** So many of one name are a mistake somewhere. */
const mostTries = 100_000

/** What something is called when so many names for it are taken, from one on. */
export type Others = (taken: number) => string

/**
 * The rule of the SVAR client, which guesses the same: `a.new.txt`, `a.new.new.txt` … Where that would become too long,
 * `a.new.63.txt`.
 */
export function newNames(name: string): Others {
  const { stem, extension } = partsOf(name, 0)
  return (taken) => {
    const isShort = Buffer.byteLength(name) + taken * added.length <= longestName
    return isShort
      ? stem + added.repeat(taken) + extension
      : shortened(stem, `.new.${taken}${extension}`)
  }
}

/** As people know it from elsewhere: `a (2).txt`, `a (3).txt` … A folder has no extension. */
export function numberedNames(name: string, kind: EntryKind): Others {
  const { stem, extension } = partsOf(name, kind === 'folder' ? Infinity : 1)
  return (taken) => shortened(stem, ` (${taken + 1})${extension}`)
}

/** An extension begins nowhere before `first`. */
function partsOf(name: string, first: number): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  const end = dot >= first && dot < name.length - 1 ? dot : name.length
  return { stem: name.slice(0, end), extension: name.slice(end) }
}

/** The names to try one after the other. */
export function* namesLike(name: string, others: Others = newNames(name)): Generator<string> {
  for (let tries = 0; ; tries++) yield nameLike(name, tries, others)
}

function nameLike(name: string, tries: number, others: Others): string {
  if (tries === 0) return name
  if (tries < mostTries) return others(tries)
  throw new AppError('files.name_taken', 'Too many things have this name already.')
}

const added = '.new'
/** The client tries so many itself, one after the other: longer its names do not get. */
const triedInOrder = longestName / added.length

/**
 * Names like this one that are free, the first one first. Where very many are taken, not all are tried: beyond
 * those that the client tries itself, the next one is looked for by halves. Whoever does not get the name comes
 * back for another.
 */
export async function* freeNames(
  name: string,
  isTaken: (guess: string) => Promise<boolean>,
  others: Others = newNames(name),
): AsyncGenerator<string> {
  const nameAt = (tries: number) => nameLike(name, tries, others)
  const isTakenAt = (tries: number) => isTaken(nameAt(tries))
  for (let tries = 0; ; tries++) {
    while (tries < triedInOrder && (await isTakenAt(tries))) tries++
    if (tries >= triedInOrder) tries = await freeByHalves(tries, isTakenAt)
    yield nameAt(tries)
  }
}

/** The first that is free from `tries` on, if all before it are taken. */
async function freeByHalves(
  tries: number,
  isTakenAt: (tries: number) => Promise<boolean>,
): Promise<number> {
  let taken = tries - 1
  let free = tries
  while (await isTakenAt(free)) {
    const gap = free - tries + 1
    taken = free
    free = Math.min(free + gap, Math.max(free + 1, mostTries - 1))
  }
  while (free - taken > 1) {
    const middle = Math.floor((free + taken) / 2)
    if (await isTakenAt(middle)) taken = middle
    else free = middle
  }
  return free
}

function shortened(stem: string, ending: string): string {
  const room = longestName - Buffer.byteLength(ending)
  if (room < 1) throw new AppError('files.bad_name', 'The extension is too long.')
  return cutTo(stem, room) + ending
}

/** At most so many bytes, and no half characters. */
function cutTo(text: string, most: number): string {
  const bytes = Buffer.from(text)
  let end = Math.min(most, bytes.length)
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}

/** What has this name, be its accents written in one character or in two. */
export async function holderOf(
  files: FileReader,
  folder: number,
  name: string,
  except?: number,
): Promise<FileNode | null> {
  const spellings = new Set([name, name.normalize('NFC'), name.normalize('NFD')])
  for (const spelling of spellings) {
    const found = await files.child(folder, spelling)
    if (found && found.id !== except) return found
  }
  return null
}

export async function isTaken(...asked: Parameters<typeof holderOf>): Promise<boolean> {
  return (await holderOf(...asked)) !== null
}

/** Chooses names in a folder for several things at once: no two get the same. `id` is of what is no hindrance to itself. */
export type ChooseName = (coming: { name: string; kind: EntryKind; id?: number }) => Promise<string>

/**
 * What was tried for one is not tried again for the next of the same name and kind: it is taken for certain. A folder and
 * a file of one name may be called otherwise by `othersOf`.
 */
export function namesIn(
  files: FileReader,
  folder: number,
  othersOf: (name: string, kind: EntryKind) => Others = newNames,
): ChooseName {
  const untried = new Map<string, AsyncGenerator<string>>()
  const claimed = new Set<string>()
  return async ({ name, kind, id }) => {
    const key = `${kind} ${name}`
    const guesses =
      untried.get(key) ??
      freeNames(
        name,
        async (guess) => claimed.has(guess.normalize('NFC')) || isTaken(files, folder, guess, id),
        othersOf(name, kind),
      )
    untried.set(key, guesses)
    const { value } = await guesses.next()
    claimed.add(value.normalize('NFC'))
    return value
  }
}

import { AppError } from '../../errors.ts'
import type { FileNode, FileReader } from '../../ports/file-index.ts'
import { longestName } from './path.ts'

/** So many of one name are a mistake somewhere. */
const mostTries = 100_000

/**
 * The names to try one after the other, by the rule of the SVAR client, which guesses the same:
 * `a.txt`, `a.new.txt`, `a.new.new.txt` … Where that would become too long, `a.new.63.txt`.
 */
export function* namesLike(name: string): Generator<string> {
  for (let tries = 0; ; tries++) yield nameLike(name, tries)
}

function nameLike(name: string, tries: number): string {
  if (tries === 0) return name
  if (tries >= mostTries) {
    throw new AppError('files.name_taken', 'Too many things have this name already.')
  }
  const dot = name.lastIndexOf('.')
  const hasExtension = dot !== -1 && dot < name.length - 1
  const stem = hasExtension ? name.slice(0, dot) : name
  const extension = hasExtension ? name.slice(dot) : ''
  const isShort = Buffer.byteLength(name) + tries * added.length <= longestName
  return isShort ? stem + added.repeat(tries) + extension : shortened(stem, tries, extension)
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
): AsyncGenerator<string> {
  for (let tries = 0; ; tries++) {
    while (tries < triedInOrder && (await isTaken(nameLike(name, tries)))) tries++
    if (tries >= triedInOrder) tries = await freeByHalves(name, tries, isTaken)
    yield nameLike(name, tries)
  }
}

/** The first that is free from `tries` on, if all before it are taken. */
async function freeByHalves(
  name: string,
  tries: number,
  isTaken: (guess: string) => Promise<boolean>,
): Promise<number> {
  let taken = tries - 1
  let free = tries
  while (await isTaken(nameLike(name, free))) {
    const gap = free - tries + 1
    taken = free
    free = Math.min(free + gap, Math.max(free + 1, mostTries - 1))
  }
  while (free - taken > 1) {
    const middle = Math.floor((free + taken) / 2)
    if (await isTaken(nameLike(name, middle))) taken = middle
    else free = middle
  }
  return free
}

function shortened(stem: string, tries: number, extension: string): string {
  const ending = `.new.${tries}${extension}`
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

/** Chooses names in a folder for several things at once: no two get the same. */
export type ChooseName = (name: string, except?: number) => Promise<string>

/** What was tried for one is not tried again for the next of the same name: it is taken for certain. */
export function namesIn(files: FileReader, folder: number): ChooseName {
  const untried = new Map<string, AsyncGenerator<string>>()
  const claimed = new Set<string>()
  return async (name, except) => {
    const guesses =
      untried.get(name) ??
      freeNames(
        name,
        async (guess) =>
          claimed.has(guess.normalize('NFC')) || isTaken(files, folder, guess, except),
      )
    untried.set(name, guesses)
    const { value } = await guesses.next()
    claimed.add(value.normalize('NFC'))
    return value
  }
}

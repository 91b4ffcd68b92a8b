import { AppError } from '../../errors.ts'
import type { FileReader } from '../../ports/file-index.ts'
import { longestName } from './path.ts'

/** So many of one name are a mistake somewhere. */
const mostTries = 100_000

/**
 * The names to try one after the other, by the rule of the SVAR client, which guesses the same:
 * `a.txt`, `a.new.txt`, `a.new.new.txt` … Where that would become too long, `a.new.63.txt`.
 */
export function* namesLike(name: string): Generator<string> {
  const dot = name.lastIndexOf('.')
  const hasExtension = dot !== -1 && dot < name.length - 1
  const stem = hasExtension ? name.slice(0, dot) : name
  const extension = hasExtension ? name.slice(dot) : ''
  yield name
  for (let tries = 1; tries < mostTries; tries++) {
    const guess = `${stem}${'.new'.repeat(tries)}${extension}`
    yield Buffer.byteLength(guess) <= longestName ? guess : shortened(stem, tries, extension)
  }
  throw new AppError('files.name_taken', 'Too many things have this name already.')
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

/** Whether there is something of this name, be its accents written in one character or in two. */
export async function isTaken(
  files: FileReader,
  folder: number,
  name: string,
  except?: number,
): Promise<boolean> {
  const spellings = new Set([name, name.normalize('NFC'), name.normalize('NFD')])
  for (const spelling of spellings) {
    const found = await files.child(folder, spelling)
    if (found && found.id !== except) return true
  }
  return false
}

/** Chooses names in a folder for several things at once: no two get the same. */
export type ChooseName = (name: string, except?: number) => Promise<string>

/** What was tried for one is not tried again for the next of the same name: it is taken for certain. */
export function namesIn(files: FileReader, folder: number): ChooseName {
  const untried = new Map<string, Generator<string>>()
  const claimed = new Set<string>()
  return async (name, except) => {
    const guesses = untried.get(name) ?? namesLike(name)
    untried.set(name, guesses)
    for (let guess = guesses.next(); !guess.done; guess = guesses.next()) {
      const composed = guess.value.normalize('NFC')
      if (claimed.has(composed) || (await isTaken(files, folder, guess.value, except))) continue
      claimed.add(composed)
      return guess.value
    }
    throw new AppError('files.name_taken', 'Too many things have this name already.')
  }
}

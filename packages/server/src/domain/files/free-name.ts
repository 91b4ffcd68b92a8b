import { AppError } from '../../errors.ts'
import type { FileReader } from '../../ports/file-index.ts'

const longestName = 255

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
  let kept = ''
  for (const character of stem) {
    if (Buffer.byteLength(kept + character) > room) break
    kept += character
  }
  return kept + ending
}

/** Whether there is something of this name, be its accents written in one character or in two. */
export async function isTaken(
  files: FileReader,
  folder: number,
  name: string,
  except: number | null = null,
): Promise<boolean> {
  const spellings = new Set([name, name.normalize('NFC'), name.normalize('NFD')])
  for (const spelling of spellings) {
    const found = await files.child(folder, spelling)
    if (found && found.id !== except) return true
  }
  return false
}

/** The first name like this one that is neither in the folder, but for `except`, nor in `claimed`. */
export async function freeName(
  files: FileReader,
  folder: number,
  name: string,
  { claimed = new Set(), except = null }: { claimed?: ReadonlySet<string>; except?: number | null },
): Promise<string> {
  for (const guess of namesLike(name)) {
    if (!claimed.has(guess) && !(await isTaken(files, folder, guess, except))) return guess
  }
  throw new AppError('files.name_taken', 'Too many things have this name already.')
}

import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const words = (
  'annual report invoice contract meeting notes budget draft holiday photo scan letter offer ' +
  'protocol summary review backup poster flyer manual drawing plan order receipt survey'
).split(' ')
const places = (
  'berlin london paris madrid vienna oslo lisbon warsaw athens dublin helsinki prague ' +
  'budapest zurich milan porto'
).split(' ')
const extensions = 'pdf jpg png txt docx xlsx mp4 csv md zip'.split(' ')

/** In every so many names there is this word, which nothing else begins or ends like. */
export const rareWord = 'quokka'
const rareEach = 20_000

/** A name as people give them; no two numbers have the same one. */
export function nameOf(n: number): string {
  const pick = (list: string[], salt: number) => list[mixed(n, salt) % list.length] as string
  const place = n % rareEach === rareEach - 1 ? rareWord : pick(places, 3)
  const year = 1995 + (mixed(n, 4) % 30)
  return `${pick(words, 1)}-${pick(words, 2)}-${place}-${year}-${n}.${pick(extensions, 5)}`
}

/** The same number each time, but with no pattern to see. */
function mixed(n: number, salt: number): number {
  const once = Math.imul(n ^ (salt * 0x9e3779b1), 0x85ebca6b)
  return (once ^ (once >>> 13) ^ (once >>> 7)) >>> 0
}

const text = Buffer.alloc(200, 'All work and no play. ')

/** `count` small files in one folder; answers their bytes. */
export function makeFlat(folder: string, count: number, first = 0): number {
  mkdirSync(folder, { recursive: true })
  let bytes = 0
  for (let n = first; n < first + count; n++) {
    const content = text.subarray(0, n % text.length)
    writeFileSync(join(folder, nameOf(n)), content)
    bytes += content.length
  }
  return bytes
}

/** `count` small files in folders of a thousand. */
function makeTree(folder: string, count: number): number {
  let bytes = 0
  for (let first = 0; first < count; first += 1000) {
    const path = join(folder, `group-${(first / 10_000) | 0}`, `part-${first / 1000}`)
    bytes += makeFlat(path, Math.min(1000, count - first), first)
  }
  return bytes
}

const namesEach = 5000

/** Empty files, in folders of five thousand: a million take a minute or more. */
export function makeNames(cache: string, count: number): string {
  const root = join(cache, `names-${count}`)
  madeOnce(root, () => {
    for (let first = 0; first < count; first += namesEach) {
      const folder = join(root, `folder-${first / namesEach}`)
      mkdirSync(folder, { recursive: true })
      for (let n = first; n < Math.min(first + namesEach, count); n++) {
        closeSync(openSync(join(folder, nameOf(n)), 'wx'))
      }
    }
    return ''
  })
  return root
}

/** `flat`, `tree` and two empty folders. Answers the bytes of the tree. */
export function makeFolders(
  cache: string,
  { flat, files }: { flat: number; files: number },
): { root: string; bytes: number } {
  const root = join(cache, `folders-${flat}-${files}`)
  // A run that was broken off may have left something where it had moved it.
  if (!existsSync(join(root, 'tree'))) rmSync(`${root}.complete`, { force: true })
  const bytes = madeOnce(root, () => {
    makeFlat(join(root, 'flat'), flat)
    for (const name of ['empty', 'shelf']) mkdirSync(join(root, name))
    return String(makeTree(join(root, 'tree'), files))
  })
  return { root, bytes: Number(bytes) }
}

/** What takes long to make stays for the next run. Answers what `make` did, now or back then. */
function madeOnce(root: string, make: () => string): string {
  const complete = `${root}.complete`
  if (existsSync(complete)) return readFileSync(complete, 'utf8')
  console.log(`Making files in ${root}, once.\n`)
  rmSync(root, { recursive: true, force: true })
  const made = make()
  writeFileSync(complete, made)
  return made
}

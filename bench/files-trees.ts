import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
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
export function makeTree(folder: string, count: number): number {
  let bytes = 0
  for (let first = 0; first < count; first += 1000) {
    const path = join(folder, `group-${(first / 10_000) | 0}`, `part-${first / 1000}`)
    bytes += makeFlat(path, Math.min(1000, count - first), first)
  }
  return bytes
}

const namesEach = 5000

/** Empty files, in folders of five thousand. Made once and kept: a million take a minute. */
export function makeNames(cache: string, count: number): string {
  const root = join(cache, `names-${count}`)
  const complete = join(cache, `names-${count}.complete`)
  if (existsSync(complete)) return root
  console.log(`Making ${count.toLocaleString('en')} empty files in ${root}, once.\n`)
  rmSync(root, { recursive: true, force: true })
  for (let first = 0; first < count; first += namesEach) {
    const folder = join(root, `folder-${first / namesEach}`)
    mkdirSync(folder, { recursive: true })
    for (let n = first; n < Math.min(first + namesEach, count); n++) {
      closeSync(openSync(join(folder, nameOf(n)), 'wx'))
    }
  }
  writeFileSync(complete, '')
  return root
}

export function foldersOfNames(count: number): number {
  return Math.ceil(count / namesEach)
}

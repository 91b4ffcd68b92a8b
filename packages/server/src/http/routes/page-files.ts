import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileTypeOf } from '../../domain/files/kinds/file-types.ts'
import type { Encoding } from '../wire/accept-encoding.ts'

/** A file of the built page, as it is kept in memory. */
export interface PageFile {
  type: string
  /** Of its bytes as they are; each encoding has a tag of its own made from it. */
  hash: string
  /** Its name has a hash in it, so under this name it never changes. */
  isImmutable: boolean
  bodies: Map<Encoding, Uint8Array<ArrayBuffer>>
}

/** By name: the documents, and the others without the folder `assets`. */
export type PageFiles = Map<string, PageFile>

/** What a browser is shown; the rest is what these load. */
const documents = ['index.html', 'docs/api.html']

/** Beside a file, the same file packed: the best first. */
const packings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** `null` when there is no built page in the folder. */
export function readPageFiles(folder: URL): PageFiles | null {
  try {
    const assets = new URL('assets/', folder)
    const names = readdirSync(assets)
    const plain = names.filter((name) => !packings.some(([, ending]) => name.endsWith(ending)))
    return new Map([
      ...documents.map((name) => [name, readPageFile(folder, name)] as const),
      ...plain.map((name) => [name, readPageFile(assets, name)] as const),
    ])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The documentation by address: pages without their ending, and what they load. `null` where it was not built. */
export function readGuideFiles(folder: URL): PageFiles | null {
  if (!existsSync(new URL('index.html', folder))) return null
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const top = fileURLToPath(folder)
  const names = entries
    .filter((entry) => entry.isFile() && /\.(html|json|js|css|svg)$/.test(entry.name))
    .map((entry) => relative(top, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  return new Map(names.map((name) => [name.replace(/\.html$/, ''), readPageFile(folder, name)]))
}

function readPageFile(folder: URL, name: string): PageFile {
  const bytes = readFileSync(new URL(name, folder))
  const bodies = new Map<Encoding, Uint8Array<ArrayBuffer>>()
  for (const [encoding, ending] of packings) {
    const packed = new URL(`${name}${ending}`, folder)
    if (existsSync(packed)) bodies.set(encoding, readFileSync(packed))
  }
  return {
    type: fileTypeOf(name).type,
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    isImmutable: /\.[\w-]{8}\.\w+$/.test(name),
    bodies: bodies.set('identity', bytes),
  }
}

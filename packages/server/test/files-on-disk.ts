import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { rmSync, writeFileSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import type { EntryKind } from '../src/ports/storage.ts'
import { treeFrom } from './found-files.ts'
import type { Content, FilesHome, FoundEntry, Tree } from './found-files.ts'

export interface FilesOnDisk extends FilesHome {
  /** The folder that is served. */
  root: string
  /** A folder beside it, which nothing may reach. */
  outside: string
}

interface EntryOnDisk extends FoundEntry {
  inode: number
}

/** Only the server itself looks into it. */
const ownFolder = '.triptych'

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export function filesOnDisk(content: Content): FilesOnDisk {
  const base = mkdtempSync(join(tmpdir(), 'triptych-files-'))
  folders.push(base)
  const [root, outside] = [join(base, 'root'), join(base, 'outside')]
  mkdirSync(root)
  fill(outside, { secret: 'SECRET', 'sub/deep': 'SECRET' })
  fill(root, content)
  return {
    root,
    outside,
    options: { files: root },
    read: async () => readFolder(root, [ownFolder]),
    state: async () => [readFolder(root, [ownFolder]), readFolder(outside)],
    hidden: async () => readdirSync(join(root, ownFolder, 'hidden')),
  }
}

export function fill(folder: string, content: Content): void {
  for (const [path, data] of Object.entries(content)) {
    const at = join(folder, path)
    mkdirSync(path.endsWith('/') ? at : dirname(at), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(at, data)
  }
}

export function treeOf(folder: string): Tree {
  return treeFrom(readFolder(folder))
}

/** `except` are names at its top. */
export function readFolder(folder: string, except: string[] = []): EntryOnDisk[] {
  const found: EntryOnDisk[] = []
  for (const name of readdirSync(folder).toSorted()) {
    if (except.includes(name)) continue
    const at = join(folder, name)
    const stats = lstatSync(at)
    const kind = kindOf(stats)
    found.push({
      path: name,
      kind,
      bytes: bytesOf(at, kind),
      modified: stats.mtimeMs,
      inode: stats.ino,
    })
    if (kind !== 'folder') continue
    for (const inner of readFolder(at)) found.push({ ...inner, path: `${name}/${inner.path}` })
  }
  return found
}

function kindOf(stats: Stats): EntryKind {
  if (stats.isDirectory()) return 'folder'
  if (stats.isSymbolicLink()) return 'link'
  return stats.isFile() ? 'file' : 'other'
}

function bytesOf(path: string, kind: EntryKind): Buffer {
  if (kind === 'file') return readFileSync(path)
  return Buffer.from(kind === 'link' ? readlinkSync(path) : '')
}

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What is where: by path, the text of a file (or what stands for a long one), or `folder`. */
export type DiskTree = Record<string, string>

export const folder = '<folder>'

export type Content = Record<string, string | Buffer>

/** What people see of a drive. */
export function treeOf(root: string): DiskTree {
  const tree: DiskTree = {}
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length)
    if (path === '/.triptych' || path.startsWith('/.triptych/')) continue
    tree[path] = entry.isDirectory() ? folder : standFor(readFileSync(root + path))
  }
  return sorted(tree)
}

/** The tree that `put` makes of this. */
export function treeFrom(content: Content): DiskTree {
  const tree: DiskTree = {}
  for (const [path, bytes] of Object.entries(content)) {
    for (let at = dirname(path); at !== '/'; at = dirname(at)) tree[at] = folder
    tree[path] = bytes === folder ? folder : standFor(bytes)
  }
  return sorted(tree)
}

export function put(root: string, content: Content): void {
  for (const [path, bytes] of Object.entries(content)) {
    mkdirSync(root + (bytes === folder ? path : dirname(path)), { recursive: true })
    if (bytes !== folder) writeFileSync(root + path, bytes)
  }
}

/** Takes everything away that people see. */
export function clear(root: string): void {
  for (const name of readdirSync(root)) {
    if (name !== '.triptych') rmSync(join(root, name), { recursive: true })
  }
}

export function hiddenNames(root: string): string[] {
  return readdirSync(join(root, '.triptych', 'hidden'))
}

/** Short texts as they are; of long ones what no other has. */
export function standFor(bytes: string | Buffer): string {
  if (bytes.length < 100) return bytes.toString()
  return `${bytes.length} bytes ${createHash('sha256').update(bytes).digest('hex')}`
}

function sorted(tree: DiskTree): DiskTree {
  return Object.fromEntries(Object.entries(tree).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

import type { Database } from '../../ports/database.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Entry, NamedEntry } from '../../ports/storage.ts'
import { childrenOf } from '../../domain/files/read-index.ts'

export interface Differences {
  added: NamedEntry[]
  removed: FileNode[]
  changed: { node: FileNode; entry: NamedEntry }[]
  renamed: { node: FileNode; entry: NamedEntry }[]
}

/** What makes a folder on disk, as it was listed, differ from the same folder in the index. */
export async function differencesIn(
  database: Database,
  folder: number,
  entries: readonly NamedEntry[],
): Promise<Differences> {
  const onDisk = new Map(entries.map((entry) => [entry.name, entry]))
  const found: Differences = { added: [], removed: [], changed: [], renamed: [] }

  for await (const page of childrenOf(database, folder)) {
    for (const node of page) {
      const entry = onDisk.get(node.name)
      if (entry?.kind === node.kind) {
        onDisk.delete(node.name)
        if (!isSame(node, entry)) found.changed.push({ node, entry })
      } else {
        found.removed.push(node)
      }
    }
  }
  found.added = [...onDisk.values()]
  return withRenames(found)
}

/** The same for some names only; `null` where there is nothing of that name. */
export async function differencesAmong(
  database: Database,
  folder: number,
  entries: ReadonlyMap<string, NamedEntry | null>,
): Promise<Differences> {
  const found: Differences = { added: [], removed: [], changed: [], renamed: [] }
  for (const [name, entry] of entries) {
    const node = await database.read(({ files }) => files.child(folder, name))
    if (node && node.kind !== entry?.kind) found.removed.push(node)
    if (entry && node?.kind !== entry.kind) found.added.push(entry)
    if (node && entry && node.kind === entry.kind && !isSame(node, entry)) {
      found.changed.push({ node, entry })
    }
  }
  return withRenames(found)
}

export function isNothing({ added, removed, changed, renamed }: Differences): boolean {
  return added.length + removed.length + changed.length + renamed.length === 0
}

export function isSame(node: Entry, entry: Entry): boolean {
  return node.inode === entry.inode && node.size === entry.size && node.modified === entry.modified
}

/** What went under one name and came under another is still the same: a folder keeps all it holds. */
function withRenames(found: Differences): Differences {
  if (found.added.length === 0 || found.removed.length === 0) return found
  const gone = new Map(found.removed.map((node) => [node.inode, node]))
  const renamed = found.added.flatMap((entry) => {
    const node = gone.get(entry.inode)
    // Inodes are given out again: the rest must be the same as well.
    const isMoved =
      node !== undefined &&
      node.kind === entry.kind &&
      node.size === entry.size &&
      node.modified === entry.modified
    return isMoved && gone.delete(entry.inode) ? [{ node, entry }] : []
  })
  const moved = new Set<unknown>(renamed.flatMap(({ node, entry }) => [node, entry]))
  return {
    ...found,
    renamed,
    added: found.added.filter((entry) => !moved.has(entry)),
    removed: found.removed.filter((node) => !moved.has(node)),
  }
}

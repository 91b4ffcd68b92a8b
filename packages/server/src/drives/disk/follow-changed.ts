import { childrenOf } from '../../domain/files/read-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { NamedEntry, Path } from '../../ports/storage.ts'
import type { Differences } from './differences.ts'
import type { Disk } from './disk.ts'

/**
 * What was given another name and was changed, too, before anybody looked. An inode alone does not tell it from
 * something new, as it is given out again: what a folder holds does. Where nothing does, what has rules keeps them:
 * to hide too much is better than to show what was hidden.
 */
export async function followChanged(
  disk: Disk,
  path: Path,
  found: Differences,
): Promise<Differences & { followed: Differences['renamed'] }> {
  const followed: Differences['renamed'] = []
  const gone = new Map(found.removed.map((node) => [node.inode, node]))
  for (const entry of found.added) {
    const node = gone.get(entry.inode)
    if (node?.kind !== entry.kind) continue
    if ((await isRuled(disk, node)) || (await holdsTheSame(disk, path, node, entry))) {
      gone.delete(entry.inode)
      followed.push({ node, entry })
    }
  }
  const moved = new Set<unknown>(followed.flatMap(({ node, entry }) => [node, entry]))
  return {
    ...found,
    followed,
    added: found.added.filter((entry) => !moved.has(entry)),
    removed: found.removed.filter((node) => !moved.has(node)),
  }
}

function isRuled({ database }: Disk, { id }: FileNode): Promise<boolean> {
  return database.read(({ rules }) => rules.isOn('folder', String(id)))
}

/** Whether anything that was in a folder is still in it. */
async function holdsTheSame(
  { database, storage }: Disk,
  path: Path,
  node: FileNode,
  { name }: NamedEntry,
): Promise<boolean> {
  if (node.kind !== 'folder' || node.count === 0) return false
  const { entries } = await storage.list({ area: 'drive', path: [...path, name] })
  const inodes = new Map(entries.map((entry) => [entry.name, entry.inode]))
  for await (const page of childrenOf(database, node.id)) {
    if (page.some((child) => inodes.get(child.name) === child.inode)) return true
  }
  return false
}

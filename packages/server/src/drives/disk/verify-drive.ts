import type { Database } from '../../ports/database.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Path, Storage } from '../../ports/storage.ts'
import { subfoldersOf } from '../../domain/files/children-of.ts'
import { wrongTotals } from '../../domain/files/wrong-totals.ts'
import { differencesIn } from './differences.ts'
import { idOf } from '../../domain/files/path.ts'

export interface Verified {
  /** How many entries were compared. */
  entries: number
  /** Paths where disk and index differ, with what is wrong, for a person to read. */
  problems: string[]
}

/** Compares the whole drive with its index, and changes nothing. */
export async function verifyDrive(
  { database, storage }: { database: Database; storage: Storage },
  progress: (entries: number) => void,
): Promise<Verified> {
  const found: Verified = { entries: 0, problems: await wrongTotals(database) }
  const { outside } = storage
  const root = await database.read(({ files }) => files.node(driveRoot))
  if (!root) found.problems.push('/: not in the index')
  const waiting: { node: FileNode; path: Path }[] = root ? [{ node: root, path: [] }] : []
  for (let next = waiting.pop(); outside && next; next = waiting.pop()) {
    const { node, path } = next
    const listed = await outside.list({ area: 'drive', path })
    const { added, removed, renamed, changed } = await differencesIn(
      database,
      node.id,
      listed.entries,
    )
    const tell = (name: string, what: string): void =>
      void found.problems.push(`${idOf([...path, name])}: ${what}`)
    for (const { name } of added) tell(name, 'not in the index')
    for (const { name } of removed) tell(name, 'not on disk')
    for (const one of renamed) tell(one.node.name, `called ${one.entry.name} on disk`)
    for (const one of changed) {
      const isSameFolder = one.node.kind === 'folder' && one.node.inode === one.entry.inode
      if (!isSameFolder) tell(one.node.name, 'changed on disk')
    }
    found.entries += listed.entries.length
    progress(found.entries)
    const gone = new Set(removed.map(({ id }) => id))
    for (const child of await subfoldersOf(database, node.id)) {
      if (!gone.has(child.id)) waiting.push({ node: child, path: [...path, child.name] })
    }
  }
  return found
}

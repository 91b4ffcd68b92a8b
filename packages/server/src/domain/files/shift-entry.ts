import type { Author } from '../../author.ts'
import type { Stores } from '../../ports/database.ts'
import type { Shift, VersionRules } from '../../ports/drive.ts'
import { driveRoot, hiddenRoot } from '../../ports/file-index.ts'
import type { Entry } from '../../ports/storage.ts'
import { recordChange } from '../record-change.ts'
import { fileChange } from './file-change.ts'
import { notFound } from './read-index.ts'
import { bringVersionBack } from './replace-file.ts'
import { deletedBy } from './trash.ts'

/** What a drive has done for a shift: under which name something is out of sight now, and what was found. */
export interface Shifted {
  key: string
  entry: Entry
  /** Of a file that has got other bytes. */
  former: Entry | null
}

/** Puts down one shift in the index, and tells the log; the next one builds on it. */
export async function shiftEntry(
  author: Author,
  stores: Stores,
  rules: VersionRules,
  { does, node, from, source, to, target, over }: Shift,
  { key, entry, former }: Shifted,
): Promise<void> {
  const { files, kept } = stores
  if (does === 'bytes') {
    const file = over && (await files.node(over.file.id))
    if (!file) throw notFound()
    const replacement = { path: to, node: file, entry, former: former ?? file, key }
    return bringVersionBack(author, stores, rules, node, replacement)
  }
  const path = from?.area === 'drive' ? from.path : null
  if (does !== 'place') {
    await files.move(node.id, hiddenRoot, key)
    if (does === 'trash' && path && source) {
      await kept.add(deletedBy(author, { path, node, source }, author.now()))
    }
    // What was in the trash is out of sight already.
    if (!path) return
    await recordChange(
      author,
      stores,
      fileChange('file-deleted', node.id, { path, entry: node }, null),
    )
    return
  }
  // It may have been in something that is kept, or waits.
  await kept.remove(node.id)
  await files.move(node.id, target?.id ?? driveRoot, to.at(-1) ?? '')
  const after = { path: to, entry }
  const change = path
    ? fileChange('file-moved', node.id, { path, entry: node }, after)
    : fileChange('file-added', node.id, null, after)
  await recordChange(author, stores, change)
}

/** The folders that get something. */
export function foldersFilled(shifts: readonly Shift[]): Set<number> {
  return new Set([driveRoot, ...shifts.flatMap(({ target }) => target?.id ?? [])])
}

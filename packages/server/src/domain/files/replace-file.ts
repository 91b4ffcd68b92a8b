import type { NameConflict } from '@triptych/contract/files'
import type { Author } from '../../author.ts'
import type { Stores } from '../../ports/database.ts'
import type { VersionRules } from '../../ports/drive.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import type { FileNode, FileReader } from '../../ports/file-index.ts'
import type { Entry, Path } from '../../ports/storage.ts'
import { recordChange } from '../record-change.ts'
import { fileChange } from './file-change.ts'
import { noVersion } from './find-version.ts'
import { holderOf } from './free-name.ts'
import { idOf } from './path.ts'

export interface Replacement {
  path: Path
  /** The file whose bytes become others. */
  node: FileNode
  entry: Entry & { content?: number | null }
  /** As it was, and the name under which its bytes are out of sight now. */
  former: Entry
  key: string
}

/**
 * Other bytes for a file of the index, which stays the same file for rules, shares and the history. The former ones are kept as a
 * version; where that makes too many of them, the oldest go next.
 */
export async function replaceBytes(
  author: Author,
  stores: Stores,
  { most }: VersionRules,
  { path, node, entry, former, key }: Replacement,
): Promise<void> {
  const { files, kept } = stores
  const version = await files.insert(hiddenRoot, { ...former, content: node.content, name: key })
  await files.update(node.id, entry)
  if (most > 0) {
    const { principal, now } = author
    await kept.add({
      node: version,
      kind: 'version',
      of: node.id,
      parent: node.parent,
      path: idOf(path),
      at: now().getTime(),
      actor: principal.name,
      actorId: principal.id,
    })
    const surplus = (await kept.versionsOf(node.id)).slice(most)
    for (const one of surplus) if (one.at > 0) await kept.outdate(one.node)
  }
  const change = fileChange('file-updated', node.id, { path, entry: node }, { path, entry })
  await recordChange(author, stores, change)
}

/** A file that takes the place of another by moving: its bytes and versions go on as those of the other, and it is there no more. */
export async function moveOnto(
  author: Author,
  stores: Stores,
  rules: VersionRules,
  { path, node }: { path: Path; node: FileNode },
  replacement: Replacement,
): Promise<void> {
  await stores.kept.handOn(node.id, replacement.node.id)
  await replaceBytes(author, stores, rules, replacement)
  await stores.files.remove(node.id, 1, author.now().getTime())
  const change = fileChange('file-deleted', node.id, { path, entry: node }, null, node.parent)
  await recordChange(author, stores, change)
}

/** A former state of a file becomes what it is again. */
export async function bringVersionBack(
  author: Author,
  stores: Stores,
  rules: VersionRules,
  version: FileNode,
  replacement: Replacement,
): Promise<void> {
  // Somebody else was quicker.
  if (!(await stores.kept.remove(version.id))) throw noVersion()
  const entry = { ...replacement.entry, content: version.content }
  await replaceBytes(author, stores, rules, { ...replacement, entry })
  await stores.files.remove(version.id, 1, author.now().getTime())
}

/** How many bytes leave a folder when something of this name comes into it. */
export async function bytesReplaced(
  files: FileReader,
  folder: number,
  name: string,
  conflict: NameConflict | undefined,
): Promise<number> {
  const holder = conflict === 'replace' ? await holderOf(files, folder, name) : null
  return holder?.size ?? 0
}

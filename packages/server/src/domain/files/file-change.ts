import type { NewChange } from '@triptych/contract/changes'
import type { FileEntry } from '@triptych/contract/files'
import { fileTime } from '../../iso-time.ts'
import type { Entry, Path } from '../../ports/storage.ts'
import { idOf } from './path.ts'

type FileOperation = Extract<NewChange['operation'], `${'file' | 'version' | 'trash'}-${string}`>

/** What the log says about an entry. */
function described(path: Path, entry: Entry): FileEntry {
  return {
    id: idOf(path),
    type: entry.kind,
    value: path.at(-1) ?? '',
    date: fileTime(entry.modified),
    ...(entry.kind === 'file' ? { size: entry.size } : {}),
  }
}

export interface Seen {
  path: Path
  entry: Entry
}

/**
 * An entry of the log: the entity is called what it is called now, or was called last; `thing` is its id in the index,
 * `folder` that of the folder it has left.
 */
export function fileChange(
  operation: FileOperation,
  thing: number,
  before: Seen | null,
  after: Seen | null,
  folder: number | null = null,
): NewChange {
  return {
    area: 'files',
    operation,
    entity: idOf((after ?? before)?.path ?? []),
    thing,
    folder,
    before: before && described(before.path, before.entry),
    after: after && described(after.path, after.entry),
  }
}

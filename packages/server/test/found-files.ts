import { createHash } from 'node:crypto'
import type { Config } from '../src/config/config.ts'
import type { EntryKind } from '../src/ports/storage.ts'

/** Files by path with their bytes; a path with a slash at its end is a folder. */
export type Content = Record<string, string | Uint8Array>

/** An entry as it really lies there, whatever the server says of it. */
export interface FoundEntry {
  /** Without a slash at either end. */
  path: string
  kind: EntryKind
  /** Of a link: where it leads. */
  bytes: Buffer
  modified: number
}

/** A place for the files of one server, and a look at it behind the server's back. */
export interface FilesHome {
  /** What the server has to be told. */
  options: Partial<Config>
  /** Everything that people may see. */
  read(): Promise<FoundEntry[]>
  /** Is another one whenever anything is different, if only a date. */
  state(): Promise<unknown>
  /** What nobody sees, and what is not to stay. */
  hidden(): Promise<string[]>
}

/** Of every entry: what it is, and what is in it. */
export type Tree = Record<string, string>

export function treeFrom(entries: readonly FoundEntry[]): Tree {
  return Object.fromEntries(entries.map((entry) => [entry.path, what(entry)]))
}

function what({ kind, bytes }: FoundEntry): string {
  if (kind === 'folder' || kind === 'other') return kind
  if (kind === 'link' || bytes.length < 100) return `${kind} ${bytes.toString('latin1')}`
  return `file ${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`
}

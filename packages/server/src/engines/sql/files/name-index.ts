import { plainText } from '../../../plain-text.ts'
import type { Sql } from '../core/sql.ts'

/** An expression over `_files`: the key of the name, see `plainText`. */
export const keyColumn: Sql = { text: 'coalesce(_files.folded, lower(_files.name))', values: [] }

/** How one database finds names by a part of them, and what it must be told for that. */
export interface NameIndex {
  /** After rows came in; `which` is a condition over `_files`. */
  add(which: Sql): Promise<void>
  /** Before rows go, or get another name. */
  remove(which: Sql): Promise<void>
  /** Forgets all names. */
  clear(): Promise<void>
  /**
   * A query, in brackets, for the first ids after `after`, in their order, of all names that may
   * have `key` in them, and perhaps of others. `null` where the key is too short to be looked up.
   */
  candidates(key: string, after: number, limit: number): Sql | null
}

// oxlint-disable-next-line no-control-regex
const plain = /^[\x00-\x7f]*$/

/** `null` where the database's own `lower` gives the same key: most names are plain ASCII. */
export function foldedName(name: string): string | null {
  return plain.test(name) ? null : plainText(name)
}

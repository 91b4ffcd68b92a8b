import type { NewChange } from '@triptych/contract/changes'
import type { Author } from '../author.ts'
import type { Stores } from '../ports/database.ts'

/** Appends to the log in the name of whoever asked; answers the revision. */
export async function recordChange(
  author: Author,
  stores: Stores,
  change: NewChange,
): Promise<number> {
  const { principal, origin, now, recordAnswer } = author
  if (recordAnswer) await recordAnswer(stores, change)
  return stores.changes.append(change, { actor: principal.name, origin, at: now() })
}

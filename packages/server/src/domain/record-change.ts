import type { NewChange } from '@triptych/contract/changes'
import type { Context } from '../context.ts'
import type { Stores } from '../ports/database.ts'

/** Appends to the log in the name of whoever asked; answers the revision. */
export async function recordChange(
  ctx: Context,
  stores: Stores,
  change: NewChange,
): Promise<number> {
  const { principal, origin, now, keepAnswer } = ctx
  if (keepAnswer) await keepAnswer(stores, change)
  return stores.changes.append(change, { actor: principal.name, origin, at: now() })
}

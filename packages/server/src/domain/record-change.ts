import type { NewChange } from '@triptych/contract/changes'
import type { Author } from '../author.ts'
import type { Stores } from '../ports/database.ts'

/** Appends to the log in the name of whoever asked; answers the revision. */
export async function recordChange(
  author: Author,
  stores: Stores,
  change: NewChange,
): Promise<number> {
  const { principal, origin, address, step, now, recordAnswer } = author
  if (recordAnswer) await recordAnswer(stores, change)
  const { name: actor, id: actorId } = principal
  return stores.changes.append(change, { actor, actorId, origin, address, step, at: now() })
}

export type GanttOperation = Extract<
  NewChange['operation'],
  `${'task' | 'link' | 'assignment' | 'resource'}-${string}`
>

/** Appends to the log and moves the plan on to that revision, which is answered. */
export async function recordGantt(
  author: Author,
  stores: Stores,
  operation: GanttOperation,
  entity: string,
  values: { before: object | null; after: object | null },
): Promise<number> {
  const change = { area: 'gantt', operation, entity, ...values } as NewChange
  const revision = await recordChange(author, stores, change)
  await stores.gantt.touch(revision)
  return revision
}

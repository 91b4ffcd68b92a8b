import type { NewChange } from '@triptych/contract/changes'
import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import { recordChange } from '../record-change.ts'

export type GanttOperation = Extract<
  NewChange['operation'],
  `${'task' | 'link' | 'assignment' | 'resource'}-${string}`
>

/** Appends to the log and moves the plan on to that revision, which is answered. */
export async function recordGantt(
  ctx: Context,
  stores: Stores,
  operation: GanttOperation,
  entity: string,
  values: { before: object | null; after: object | null },
): Promise<number> {
  const change = { area: 'gantt', operation, entity, ...values } as NewChange
  const revision = await recordChange(ctx, stores, change)
  await stores.gantt.touch(revision)
  return revision
}

import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import type { StoredRule } from '../../ports/rules.ts'
import { seenPlan } from './seen-plan.ts'
import type { Seen } from './seen-plan.ts'

/** Those on any of these tasks. */
export async function rulesOn(
  { rules }: Pick<Stores, 'rules'>,
  ids: readonly number[],
): Promise<StoredRule[]> {
  if (!(await rules.has('branch'))) return []
  const named = new Set(ids.map(String))
  return (await rules.all()).filter(({ thing }) => thing.kind === 'branch' && named.has(thing.id))
}

/**
 * What has come back has its rules again. Refuses whom they keep from changing all of it: they could not have deleted
 * it, and would see by this what was hidden from them.
 */
export async function returnRules(
  ctx: Context,
  stores: Seen<Stores>,
  top: number,
  rules: readonly StoredRule[],
): Promise<void> {
  if (rules.length === 0) return
  for (const { thing, subject, access } of rules) await stores.rules.set(thing, subject, access)
  const { limits } = await seenPlan(ctx, { ...stores, gantt: stores.limits.whole })
  await limits.refuseReadOnly([top])
  await limits.refuseInPart(top)
}

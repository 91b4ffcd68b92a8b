import { authorise } from '../../auth/principal.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import { bringBaselineBack, logView, putAside, renameBaseline } from '../gantt/change-baselines.ts'
import { isSameJson } from '../gantt/gantt-value.ts'
import { seenPlan } from '../gantt/seen-plan.ts'
import { changedSince, keepGone, notKept } from './take-back.ts'
import type { TakeBack } from './take-back.ts'

export const takeBackBaseline: TakeBack = async (ctx, given, entry, keep) => {
  authorise(ctx.principal, 'gantt.write')
  const stores = await seenPlan(ctx, given)
  await stores.limits.refuseReadOnly([topOfPlan])
  const { entity, before, after } = entry
  const id = Number(entity.slice('baselines/'.length))
  const stored = await stores.baselines.find(id)
  if (!before) {
    if (!stored) return
    if (!isSameJson(logView(stored), after)) throw changedSince(entry)
    await putAside(ctx, stores, stored)
    return
  }
  if (!after) {
    if (stored) throw changedSince(entry)
    if (!(await bringBaselineBack(ctx, stores, id, before))) throw notKept(entry)
    return
  }
  if (!stored) return keepGone(entry, keep)
  if (stored.name === before['name']) return
  if (stored.name !== after['name']) return keep({ entity, field: 'name' })
  await renameBaseline(ctx, stores, stored, String(before['name']))
}

import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredResource } from '../../ports/gantt-store.ts'
import type { Moment } from '@triptych/contract/moment'
import { readPlan } from '../history/seen-past-plan.ts'

export async function listResources(ctx: Context, at: Moment | null): Promise<StoredResource[]> {
  authorise(ctx.principal, 'gantt.read')
  return readPlan(ctx, at, ({ gantt }) => gantt.allResources())
}

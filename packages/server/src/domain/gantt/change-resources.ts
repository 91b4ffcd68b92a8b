import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import type { GanttStore, StoredResource } from '../../ports/gantt-store.ts'
import { keyBetween } from '../order-key.ts'
import { newId, rememberId, resolveId } from './gantt-ids.ts'
import { resourceView } from './views.ts'
import { recordGantt } from './record-gantt.ts'
import { resourceFrom } from './resource-input.ts'
import { isSameJson } from './gantt-value.ts'

type Body = Record<string, unknown>

export async function listResources(ctx: Context): Promise<StoredResource[]> {
  authorise(ctx.principal, 'gantt.read')
  return ctx.workspace.database.read(({ gantt }) => gantt.allResources())
}

export async function addResource(ctx: Context, body: Body): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { gantt } = stores
    const { fields } = resourceFrom(body)
    const parent = await parentIn(ctx, stores, body['parent'], null)
    const place = await placeBelow(gantt, parent)
    const taken = async (one: number): Promise<boolean> => (await gantt.resource(one)) !== null
    const id = await newId(stores, 'resource', body['id'], taken)
    const made = { id, parent, place, fields, version: 0 }
    const values = { before: null, after: resourceView(made) }
    const version = await recordGantt(ctx, stores, 'resource-added', `resources/${id}`, values)
    await gantt.insertResource({ ...made, version })
    await rememberId(ctx, stores, body['id'], id)
    return { id }
  })
}

export async function updateResource(
  ctx: Context,
  { id: named, body }: { id: string; body: Body },
): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { gantt } = stores
    const stored = await findResource(ctx, stores, named)
    const { fields } = resourceFrom({ ...stored.fields, ...body })
    const parent =
      'parent' in body ? await parentIn(ctx, stores, body['parent'], stored.id) : stored.parent
    const place = parent === stored.parent ? stored.place : await placeBelow(gantt, parent)
    const changed = { ...stored, parent, place, fields }
    if (isSameJson(changed, stored)) return { id: stored.id }
    const values = { before: resourceView(stored), after: resourceView(changed) }
    const entity = `resources/${stored.id}`
    const version = await recordGantt(ctx, stores, 'resource-updated', entity, values)
    await gantt.updateResource({ ...changed, version })
    return { id: stored.id }
  })
}

/** With its assignments; what stands below it goes up to where it stood. */
export async function deleteResource(ctx: Context, named: string): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { gantt } = stores
    const stored = await findResource(ctx, stores, named)
    const values = { before: resourceView(stored), after: null }
    await liftFrom(ctx, stores, stored)
    await recordGantt(ctx, stores, 'resource-deleted', `resources/${stored.id}`, values)
    await gantt.removeResource(stored.id)
    return { id: stored.id }
  })
}

async function liftFrom(ctx: Context, stores: Stores, group: StoredResource): Promise<void> {
  const { gantt } = stores
  for (const below of await gantt.allResources()) {
    if (below.parent !== group.id) continue
    const lifted = { ...below, parent: group.parent, place: await placeBelow(gantt, group.parent) }
    const values = { before: resourceView(below), after: resourceView(lifted) }
    const entity = `resources/${below.id}`
    const version = await recordGantt(ctx, stores, 'resource-updated', entity, values)
    await gantt.updateResource({ ...lifted, version })
  }
}

async function findResource(ctx: Context, stores: Stores, named: string): Promise<StoredResource> {
  const id = await resolveId(ctx, stores, named)
  const found = id === null ? null : await stores.gantt.resource(id)
  if (found) return found
  throw new AppError('gantt.resource_not_found', 'There is no resource with this id.')
}

/** A group that holds itself would never be shown. */
async function parentIn(
  ctx: Context,
  stores: Stores,
  value: unknown,
  self: number | null,
): Promise<number> {
  const parent = (await resolveId(ctx, stores, value)) ?? 0
  for (let at = parent; at !== 0;) {
    if (at === self) throw new AppError('gantt.into_itself', 'A resource cannot hold itself.')
    const above = await stores.gantt.resource(at)
    if (!above) throw new AppError('gantt.resource_not_found', 'There is no such group.')
    at = above.parent
  }
  return parent
}

async function placeBelow(gantt: GanttStore, parent: number): Promise<string> {
  return keyBetween(await gantt.lastResourcePlace(parent), null)
}

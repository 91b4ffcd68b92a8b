import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type { Fields, GanttStore, StoredResource } from '../../ports/gantt-store.ts'
import { keyBetween } from '../order-key.ts'
import { addEntity, deleteEntity, updateEntity, writeEntity } from './change-entity.ts'
import type { EntityKind, Reading, SeenStores } from './change-entity.ts'
import { resolveId } from './gantt-ids.ts'
import { fieldsIn, limited, numberFrom, textFrom } from './gantt-value.ts'
import { assignmentView, resourceView } from './views.ts'

export function addResource(ctx: Context, body: Fields): Promise<{ id: number }> {
  return addEntity(ctx, resourceKind, body)
}

export function updateResource(
  ctx: Context,
  input: { id: string; body: Fields },
): Promise<{ id: number }> {
  return updateEntity(ctx, resourceKind, input)
}

/** With its assignments; what stands below it goes up to where it stood. */
export function deleteResource(ctx: Context, named: string): Promise<{ id: number }> {
  return deleteEntity(ctx, resourceKind, named)
}

export const resourceKind: EntityKind<StoredResource> = {
  name: 'resource',
  view: (resource) => ({ ...resourceView(resource), $order: resource.place }),
  read: readResource,
  async from(ctx, stores, { $order, ...view }) {
    const { values } = await readResource(ctx, stores, view, null)
    return { ...values, place: String($order) }
  },
  async isUsed(gantt, { id }) {
    if ((await gantt.assignmentsTo(id)).length > 0) return true
    return (await gantt.allResources()).some(({ parent }) => parent === id)
  },
  async goesWith(gantt, { id }) {
    const assignments = await gantt.assignmentsTo(id)
    return assignments.length === 0 ? {} : { $assignments: assignments.map(assignmentView) }
  },
  find: (gantt, id) => gantt.resource(id),
  tasks: () => [topOfPlan],
  workedOn: async (gantt, { id }) => (await gantt.assignmentsTo(id)).map(({ task }) => task),
  release: liftFrom,
  insert: (gantt, resource) => gantt.insertResource(resource),
  update: (gantt, resource) => gantt.updateResource(resource),
  remove: (gantt, id) => gantt.removeResource(id),
}

async function readResource(
  ctx: Context,
  stores: Stores,
  body: Fields,
  stored: StoredResource | null,
): Promise<Reading<StoredResource>> {
  const { maxUnits } = body
  const said = maxUnits === undefined ? body : { ...body, maxUnits: unitsFrom(maxUnits) }
  const fields = resourceFields({ ...stored?.fields, ...said })
  const isToldWhere = stored === null || 'parent' in body
  const parent = isToldWhere
    ? await parentIn(ctx, stores, body['parent'], stored?.id)
    : stored.parent
  const isThere = stored?.parent === parent
  const place = isThere ? stored.place : await placeBelow(stores.gantt, parent)
  return { values: { parent, place, fields } }
}

/** A resource as a body describes it, but for its id and its parent. It always has a name. */
export function resourceFields(input: Fields): Fields {
  const name = textFrom('name', input['name'], 1000)
  return limited({ name, ...fieldsIn(input, notKept) })
}

const notKept = new Set(['id', 'parent', 'data', 'name'])

/** Percent: a resource may be a team, or a heap of something. */
function unitsFrom(value: unknown): number | null {
  return numberFrom('maxUnits', value, { from: 0, to: 1e9 })
}

async function liftFrom(ctx: Context, stores: SeenStores, group: StoredResource): Promise<void> {
  const { gantt, limits } = stores
  const { parent } = group
  if (limits.isNarrow) {
    const assignments = await limits.whole.assignmentsTo(group.id)
    await limits.refuseReadOnly(assignments.map(({ task }) => task))
  }
  for (const before of await gantt.allResources()) {
    if (before.parent !== group.id) continue
    const after = { ...before, parent, place: await placeBelow(gantt, parent) }
    await writeEntity(ctx, stores, resourceKind, { before, after })
  }
}

/** A group that holds itself would never be shown. */
async function parentIn(
  ctx: Context,
  stores: Stores,
  value: unknown,
  self: number | undefined,
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

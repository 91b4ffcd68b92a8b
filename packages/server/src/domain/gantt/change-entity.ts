import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import type { Fields, GanttStore } from '../../ports/gantt-store.ts'
import { shareEffort } from './effort.ts'
import { newId, rememberId, resolveId } from './gantt-ids.ts'
import { isSameJson } from './gantt-value.ts'
import { changePlan } from './settle-plan.ts'
import type { Seen } from './seen-plan.ts'
import { recordGantt } from '../record-change.ts'

export type SeenStores = Seen<Stores>

interface Stored {
  id: number
  version: number
}

/**
 * What is particular to links, resources, assignments or calendars, which are added, changed and deleted alike.
 * Tasks are not: where they stand is half of what they are.
 */
export interface EntityKind<T extends Stored> {
  name: 'link' | 'resource' | 'assignment' | 'calendar'
  view: (stored: T) => Record<string, unknown>
  /** What a body says; it need not say again what is stored. */
  read: (ctx: Context, stores: SeenStores, body: Fields, stored: T | null) => Promise<Reading<T>>
  /** What a view in the log stands for, where it can still be. */
  from: (ctx: Context, stores: SeenStores, view: Fields) => Promise<Omit<T, 'id' | 'version'>>
  /** Whether something hangs on it that nobody has told it to. */
  isUsed?: (gantt: GanttStore, stored: T) => Promise<boolean>
  find: (gantt: GanttStore, id: number) => Promise<T | null>
  /** The tasks it is about, which change with it; `topOfPlan`: the plan itself. */
  tasks: (one: T) => number[]
  /** Where no two may join the same: the one that does already, and why it stays the only one. */
  single?: {
    like: (gantt: GanttStore, one: T) => Promise<T | null>
    refusal: (stores: SeenStores, one: T) => Promise<AppError>
  }
  /** What the log keeps beside it when it goes. */
  goesWith?: (gantt: GanttStore, stored: T) => Promise<Record<string, unknown>>
  /** The tasks that somebody works on by it. */
  workedOn?: (gantt: GanttStore, one: T) => Promise<number[]>
  /** Once it is there: what is another thing by it. */
  settle?: (ctx: Context, stores: SeenStores, one: T) => Promise<void>
  /** Before it goes: what hangs on it and stays. */
  release?: (ctx: Context, stores: SeenStores, stored: T) => Promise<void>
  insert: (gantt: GanttStore, made: T) => Promise<void>
  update: (gantt: GanttStore, changed: T) => Promise<void>
  remove: (gantt: GanttStore, id: number) => Promise<void>
}

export interface Reading<T extends Stored> {
  values: Omit<T, 'id' | 'version'>
  /** Looks for what costs more to find out, once it is known that something will be written. */
  refuse?: () => Promise<void>
}

/** One that joins the same two already is answered as it is. */
export async function addEntity<T extends Stored>(
  ctx: Context,
  kind: EntityKind<T>,
  body: Fields,
): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return changePlan(ctx, async (stores) => {
    const { gantt, limits } = stores
    const { values, refuse } = await kind.read(ctx, stores, body, null)
    const draft = { ...values, id: 0, version: 0 } as T
    await limits.refuseReadOnly(kind.tasks(draft))
    const twin = await kind.single?.like(gantt, draft)
    const isTaken = async (one: number) => (await kind.find(limits.whole, one)) !== null
    if (!twin) await refuse?.()
    const id = twin?.id ?? (await newId(stores, kind.name, body['id'], isTaken))
    if (!twin) {
      await writeEntity<T>(ctx, stores, kind, { before: null, after: { ...draft, id } })
      await kind.settle?.(ctx, stores, draft)
      await shareEffort(ctx, stores, await tasksBy(stores, kind, draft))
    }
    await rememberId(ctx, stores, body['id'], id)
    return { id }
  })
}

export async function updateEntity<T extends Stored>(
  ctx: Context,
  kind: EntityKind<T>,
  { id: named, body }: { id: string; body: Fields },
): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return changePlan(ctx, async (stores) => {
    const before = await storedEntity(ctx, stores, kind, named)
    const { id } = before
    const { values, refuse } = await kind.read(ctx, stores, body, before)
    const after = { ...before, ...values }
    await stores.limits.refuseReadOnly([...kind.tasks(before), ...kind.tasks(after)])
    if (isSameJson(after, before)) return { id }
    const { single } = kind
    const twin = await single?.like(stores.gantt, after)
    if (single && twin && twin.id !== id) throw await single.refusal(stores, after)
    await refuse?.()
    const tasks = await tasksBy(stores, kind, before)
    await writeEntity<T>(ctx, stores, kind, { before, after })
    await kind.settle?.(ctx, stores, after)
    await shareEffort(ctx, stores, [...tasks, ...(await tasksBy(stores, kind, after))])
    return { id }
  })
}

export async function deleteEntity<T extends Stored>(
  ctx: Context,
  kind: EntityKind<T>,
  named: string,
): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return changePlan(ctx, async (stores) => {
    const stored = await storedEntity(ctx, stores, kind, named)
    await stores.limits.refuseReadOnly(kind.tasks(stored))
    const tasks = await tasksBy(stores, kind, stored)
    await kind.release?.(ctx, stores, stored)
    await removeEntity(ctx, stores, kind, stored)
    await shareEffort(ctx, stores, tasks)
    return { id: stored.id }
  })
}

async function tasksBy<T extends Stored>(
  { gantt }: SeenStores,
  { workedOn }: EntityKind<T>,
  one: T,
): Promise<number[]> {
  return (await workedOn?.(gantt, one)) ?? []
}

/** Stores one and tells of it; without a `before` it is new. */
export async function writeEntity<T extends Stored>(
  ctx: Context,
  stores: Stores,
  kind: EntityKind<T>,
  { before, after }: { before: T | null; after: T },
): Promise<void> {
  const operation = `${kind.name}-${before ? 'updated' : 'added'}` as const
  const version = await recordGantt(ctx, stores, operation, `${kind.name}s/${after.id}`, {
    before: before && kind.view(before),
    after: kind.view(after),
  })
  await kind[before ? 'update' : 'insert'](stores.gantt, { ...after, version })
}

export async function removeEntity<T extends Stored>(
  ctx: Context,
  stores: Stores,
  kind: EntityKind<T>,
  stored: T,
): Promise<void> {
  const values = { before: await kept(stores.gantt, kind, stored), after: null }
  await recordGantt(ctx, stores, `${kind.name}-deleted`, `${kind.name}s/${stored.id}`, values)
  await kind.remove(stores.gantt, stored.id)
}

/** With what goes when it goes. */
async function kept<T extends Stored>(
  gantt: GanttStore,
  kind: EntityKind<T>,
  stored: T,
): Promise<Record<string, unknown>> {
  return { ...kind.view(stored), ...(await kind.goesWith?.(gantt, stored)) }
}

async function storedEntity<T extends Stored>(
  ctx: Context,
  stores: Stores,
  kind: EntityKind<T>,
  named: string,
): Promise<T> {
  const id = await resolveId(ctx, stores, named)
  const found = id === null ? null : await kind.find(stores.gantt, id)
  if (found) return found
  throw new AppError(`gantt.${kind.name}_not_found`, `There is no ${kind.name} with this id.`)
}

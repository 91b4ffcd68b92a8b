import type { Baseline, BaselineChange, NewBaseline } from '@triptych/contract/baselines'
import { maxBaselineName } from '@triptych/contract/baselines'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { mostBaselines } from '../../ports/baselines.ts'
import type { BaselineReader, StoredBaseline } from '../../ports/baselines.ts'
import type { Stores } from '../../ports/database.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import { recordChange } from '../record-change.ts'
import { readId } from './gantt-ids.ts'
import { textFrom } from './gantt-value.ts'
import { taskNotFound } from './place-task.ts'
import { seenPlan } from './seen-plan.ts'
import type { Seen } from './seen-plan.ts'

/** Keeps where the tasks stand now. The plan itself stays what it is, so that nothing has to be put in order. */
export function addBaseline(ctx: Context, { name, tasks }: NewBaseline): Promise<{ id: number }> {
  return change(ctx, async (stores) => {
    const { gantt, baselines } = stores
    for (const id of tasks ?? []) if (!(await gantt.task(id))) throw taskNotFound()
    const { id } = await writeBaseline(ctx, stores, {
      ...(name !== undefined && { name }),
      isWhole: tasks === undefined,
    })
    await baselines.keepTasks(id, tasks ?? 'all')
    return { id }
  })
}

export function updateBaseline(
  ctx: Context,
  { id: named, body }: { id: string; body: BaselineChange },
): Promise<{ id: number }> {
  return change(ctx, async (stores) => {
    const baseline = await storedBaseline(stores.baselines, named)
    const name = nameFrom(body.name)
    if (name !== baseline.name) await renameBaseline(ctx, stores, baseline, name)
    return { id: baseline.id }
  })
}

export function deleteBaseline(ctx: Context, named: string): Promise<{ id: number }> {
  return change(ctx, async (stores) => {
    const baseline = await storedBaseline(stores.baselines, named)
    await putAside(ctx, stores, baseline)
    return { id: baseline.id }
  })
}

function change<T>(ctx: Context, work: (stores: Seen<Stores>) => Promise<T>): Promise<T> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.transact(async (given) => {
    const stores = await seenPlan(ctx, given)
    await stores.limits.refuseReadOnly([topOfPlan])
    return work(stores)
  })
}

export async function storedBaseline(
  baselines: BaselineReader,
  named: string | number,
): Promise<StoredBaseline> {
  const id = readId(named)
  const found = id === null ? null : await baselines.find(id)
  if (found) return found
  throw new AppError('baselines.not_found', 'There is no baseline with this id.')
}

interface Made {
  /** Without one it is named by its number. */
  name?: string
  isWhole: boolean
  /** The one it has in a file, where that is free. */
  number?: number
}

/** One without tasks. */
export async function writeBaseline(
  ctx: Context,
  stores: Stores,
  { name, isWhole, number: wished }: Made,
): Promise<StoredBaseline> {
  const { baselines, gantt } = stores
  const all = await baselines.all()
  refuseTooMany(all.length)
  const taken = new Set(all.map(({ number }) => number))
  const free = numbers.filter((one) => !taken.has(one))
  const number = free.find((one) => one === wished) ?? free[0] ?? null
  const id = await baselines.nextId()
  const made: StoredBaseline = {
    id,
    name: name === undefined ? nameOf(number ?? id) : nameFrom(name),
    at: ctx.now().toISOString(),
    author: ctx.principal.name,
    authorId: ctx.principal.id,
    revision: await gantt.revision(),
    tasks: 0,
    isWhole,
    number,
    version: 0,
  }
  const version = await record(ctx, stores, 'baseline-added', id, null, logView(made))
  await baselines.insert({ ...made, version })
  return made
}

/** As files of Microsoft Project number them. */
const numbers = Array.from({ length: 11 }, (_, number) => number)

export function nameOf(number: number): string {
  return number === 0 ? 'Baseline' : `Baseline ${number}`
}

function nameFrom(name: string): string {
  return textFrom('name', name, maxBaselineName)
}

export function refuseTooMany(count: number): void {
  if (count < mostBaselines) return
  const message = `A plan has at most ${mostBaselines} baselines.`
  throw new AppError('baselines.too_many', message, { limit: mostBaselines })
}

export async function renameBaseline(
  ctx: Context,
  stores: Stores,
  { id, name: before }: StoredBaseline,
  name: string,
): Promise<void> {
  const version = await record(ctx, stores, 'baseline-updated', id, { name: before }, { name })
  await stores.baselines.rename(id, name, version)
}

/** Its tasks lie beside the log until that is cut, so that it can come back. */
export async function putAside(
  ctx: Context,
  stores: Stores,
  baseline: StoredBaseline,
): Promise<void> {
  const { id } = baseline
  const revision = await record(ctx, stores, 'baseline-deleted', id, logView(baseline), null)
  await stores.baselines.putAside(id, revision)
}

/** Answers whether it could. */
export async function bringBaselineBack(
  ctx: Context,
  stores: Stores,
  id: number,
  view: object,
): Promise<boolean> {
  refuseTooMany((await stores.baselines.all()).length)
  const version = await record(ctx, stores, 'baseline-added', id, null, view)
  return (await stores.baselines.bringBack(id, version)) !== null
}

function record(
  ctx: Context,
  stores: Stores,
  operation: `baseline-${'added' | 'updated' | 'deleted'}`,
  id: number,
  before: object | null,
  after: object | null,
): Promise<number> {
  const entity = `baselines/${id}`
  return recordChange(ctx, stores, {
    area: 'gantt',
    operation,
    entity,
    before: before && { ...before },
    after: after && { ...after },
  })
}

/** Without the number of its tasks: the log is also for those who do not see all of them. */
export function logView({ id, name, at }: StoredBaseline): {
  id: number
  name: string
  at: string
} {
  return { id, name, at }
}

export function baselineView(
  { id, name, at, author, authorId, tasks, isWhole, revision, number }: StoredBaseline,
  seesAll: boolean,
): Baseline {
  const count = seesAll ? tasks : null
  return { id, name, at, author, authorId, tasks: count, whole: isWhole, revision, number }
}

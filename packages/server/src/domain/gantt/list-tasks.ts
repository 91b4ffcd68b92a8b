import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type { TaskPage, TaskPlace } from '../../ports/gantt-store.ts'
import { bodyOf, joinedPages } from '../joined-pages.ts'
import { longList } from '../long-list.ts'
import { resolveId } from './gantt-ids.ts'
import { unfolded } from './shown-tasks.ts'
import { taskNotFound } from './place-task.ts'

export interface PlanList {
  /** Of the plan: the same number means the same tasks. */
  revision: number
  /** A JSON array: whole, or in pieces when it is long; `null` when the client has it already. */
  body: string | Uint8Array<ArrayBuffer> | AsyncIterableIterator<Uint8Array> | null
}

export interface ListInput {
  /** `null`: the whole plan, down to the lazy tasks; else what is below this task. */
  below: string | null
  isKnown: (revision: number) => boolean
}

/** A plan of so many tasks is answered at once, and kept for the next who asks. */
const shortPlan = 2000
/** So many tasks of a longer one are read at a stretch. */
const pageTasks = 2000

export async function listTasks(ctx: Context, input: ListInput): Promise<PlanList> {
  authorise(ctx.principal, 'gantt.read')
  const { database } = ctx.workspace
  const key = `tasks/${input.below ?? ''}`
  const commits = database.commits()
  const kept = ctx.bodies.get(database, key)
  // Nothing at all was committed since: there is no need to ask the database.
  if (kept && commits !== null && kept.commits === commits) return answer(input, kept)
  if (input.below === null && database.memo(lastTime).wasLong) return listLong(ctx, input)

  const list = await database.read(async (stores) => {
    const revision = await stores.gantt.revision()
    if (kept?.revision === revision) return { revision, body: kept.body }
    if (input.isKnown(revision)) return { revision, body: null }
    const { first } = await pagesFor(ctx, stores, input, shortPlan)
    return first.next === null ? { revision, body: bodyOf(first.json) } : null
  })
  if (!list) return listLong(ctx, input)
  const { revision, body } = list
  if (body !== null) ctx.bodies.set(database, key, { revision, body, commits })
  return answer(input, list)
}

function answer({ isKnown }: ListInput, { revision, body }: PlanList): PlanList {
  return { revision, body: isKnown(revision) ? null : body }
}

/** Of a plan that was long the last time the first page need not be made to find out. */
const lastTime = () => ({ wasLong: false })

async function listLong(ctx: Context, input: ListInput): Promise<PlanList> {
  const { database } = ctx.workspace
  const { version, body } = await longList(database, ctx.asker, input.isKnown, async (stores) => ({
    version: await stores.gantt.revision(),
    pieces: piecesFor(ctx, stores, input),
  }))
  return { revision: version, body }
}

async function* piecesFor(
  ctx: Context,
  stores: ReadStores,
  input: ListInput,
): AsyncGenerator<Uint8Array> {
  const { database } = ctx.workspace
  const { first, pageFrom } = await pagesFor(ctx, stores, input, pageTasks)
  if (input.below === null) database.memo(lastTime).wasLong = first.next !== null
  yield* joinedPages(first, pageFrom)
}

async function pagesFor(
  ctx: Context,
  stores: ReadStores,
  { below }: ListInput,
  limit: number,
): Promise<{ first: TaskPage; pageFrom: (after: TaskPlace) => Promise<TaskPage> }> {
  const { gantt } = stores
  const { lazyAbove } = ctx.ganttRules
  const parents = await parentsFor(ctx, stores, below)
  const page = (after: TaskPlace | null): Promise<TaskPage> =>
    gantt.taskPage(parents, after, limit, lazyAbove)
  return { first: await page(null), pageFrom: page }
}

async function parentsFor(
  ctx: Context,
  stores: ReadStores,
  below: string | null,
): Promise<readonly number[] | 'all'> {
  const { gantt } = stores
  if (below === null) {
    const isPlain = !(await gantt.hasLazy(ctx.ganttRules.lazyAbove))
    return isPlain ? 'all' : unfolded(gantt, topOfPlan, ctx.ganttRules.lazyAbove)
  }
  const id = await resolveId(ctx, stores, below)
  if (id === topOfPlan) return unfolded(gantt, topOfPlan, ctx.ganttRules.lazyAbove)
  if (id === null || !(await gantt.task(id))) throw taskNotFound()
  return unfolded(gantt, id, ctx.ganttRules.lazyAbove)
}

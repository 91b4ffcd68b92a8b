import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Task } from '@triptych/contract/gantt'
import { authorise } from '../../auth/principal.ts'
import { addMember } from '../../codecs/json/add-member.ts'
import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type { TaskPage, TaskPlace } from '../../ports/gantt-store.ts'
import type { Moment } from '@triptych/contract/moment'
import { readPastPlan } from '../history/seen-past-plan.ts'
import type { ListedStores } from '../history/seen-past-plan.ts'
import { bodyOf, joinedPages } from '../joined-pages.ts'
import { longList } from '../long-list.ts'
import { resolveId } from './gantt-ids.ts'
import { outlineOf } from './outline.ts'
import { seenPlan } from './seen-plan.ts'
import type { Seen } from './seen-plan.ts'
import { unfolded } from './shown-tasks.ts'
import { taskNotFound } from './place-task.ts'

export interface PlanList {
  /** Of the plan: the same means the same tasks. */
  version: number | string
  /** A JSON array: whole, or in pieces when it is long; `null` when the client has it already. */
  body: string | Uint8Array<ArrayBuffer> | AsyncIterableIterator<Uint8Array> | null
}

export interface ListInput {
  /** `null`: the whole plan, down to the lazy tasks; else what is below this task. */
  below: string | null
  /** As it was then; `null`: as it is. */
  at: Moment | null
  /** Whether each task says its number in the outline, in `$wbs`: no field can be called so. */
  wbs?: boolean
  isKnown: (version: number | string) => boolean
}

/** A plan of so many tasks is answered at once, and kept for the next who asks. */
const shortPlan = 2000
/** So many tasks of a longer one are read at a stretch. */
const pageTasks = 2000

export async function listTasks(ctx: Context, input: ListInput): Promise<PlanList> {
  authorise(ctx.principal, 'gantt.read')
  if (input.at !== null) return listPast(ctx, input, input.at)
  if (input.wbs) return listLong(ctx, input, null)
  const { database } = ctx.workspace
  const commits = database.commits()
  const view = viewAt(ctx, commits)
  const kept = view === null ? null : ctx.bodies.get(database, keyOf(input, view))
  // Nothing at all was committed since: there is no need to ask the database.
  if (kept && commits !== null && kept.commits === commits) {
    return answer(input, { ...kept, view: view! })
  }

  const list = await database.read(async (given) => {
    const stores = await seenPlan(ctx, given)
    const { view } = stores.limits
    const revision = await stores.gantt.revision()
    const kept = ctx.bodies.get(database, keyOf(input, view))
    if (kept?.revision === revision) return { revision, view, body: kept.body }
    if (input.isKnown(versionOf(revision, view))) return { revision, view, body: null }
    if (input.below === null && database.memo(lastTime).wasLong) return null
    const { first } = await pagesFor(ctx, stores, input, shortPlan)
    return first.next === null ? { revision, view, body: bodyOf(first.json) } : null
  })
  if (!list) return listLong(ctx, input, commits)
  const { revision, body } = list
  keepView(ctx, commits, list.view)
  if (body !== null) ctx.bodies.set(database, keyOf(input, list.view), { revision, body, commits })
  return answer(input, list)
}

function listPast(ctx: Context, input: ListInput, at: Moment): Promise<PlanList> {
  return readPastPlan(ctx, at, async (stores, given) => {
    const version = input.wbs ? withWbs(given) : given
    if (input.isKnown(version)) return { version, body: null }
    const { first } = await pagesFor(ctx, stores, input, pageTasks)
    if (!input.wbs) return { version, body: bodyOf(first.json) }
    const numbers = await outlineNumbers(stores.gantt)
    return { version, body: addNumbers([first.json], numbers) }
  })
}

interface FoundList {
  revision: number
  view: string
  body: PlanList['body']
}

function answer({ isKnown }: ListInput, { revision, view, body }: FoundList): PlanList {
  const version = versionOf(revision, view)
  return { version, body: isKnown(version) ? null : body }
}

/** What is kept for one who sees less must not go to another, nor hold when that changes. */
function keyOf({ below }: ListInput, view: string): string {
  return `tasks/${below ?? ''} ${view}`
}

function versionOf(revision: number, view: string): number | string {
  return view === '' ? revision : `${revision}-${view}`
}

/** By whoever asked: their view of the plan, at a count of commits. */
const lastViews = () => ({ commits: null as number | null, views: new Map<string, string>() })

/** `null` when it must be found out. */
function viewAt({ principal, workspace }: Context, commits: number | null): string | null {
  if (!principal.subjects) return ''
  const last = workspace.database.memo(lastViews)
  if (commits === null || last.commits !== commits) return null
  return last.views.get(principal.subjects.join('\n')) ?? null
}

function keepView({ principal, workspace }: Context, commits: number | null, view: string): void {
  if (!principal.subjects || commits === null) return
  const last = workspace.database.memo(lastViews)
  if (last.commits !== commits) Object.assign(last, { commits, views: new Map() })
  last.views.set(principal.subjects.join('\n'), view)
}

/** Of a plan that was long the last time the first page need not be made to find out. */
const lastTime = () => ({ wasLong: false })

/** Sent as it is made, and kept for the next who asks when it was sent; `commits` were counted before. */
async function listLong(ctx: Context, input: ListInput, commits: number | null): Promise<PlanList> {
  const { database } = ctx.workspace
  let made = { revision: 0, view: '' }
  const list = await longList(database, ctx.asker, input.isKnown, async (given) => {
    const stores = await seenPlan(ctx, given)
    made = { revision: await stores.gantt.revision(), view: stores.limits.view }
    const version = versionOf(made.revision, made.view)
    const pieces = piecesFor(ctx, stores, input)
    if (!input.wbs) return { version, pieces }
    return { version: withWbs(version), pieces: numbered(stores, pieces) }
  })
  if (input.wbs) return list
  const { revision, view } = made
  keepView(ctx, commits, view)
  const { version, body } = list
  if (body === null) return list
  const key = keyOf(input, view)
  return { version, body: ctx.bodies.keepSent(database, key, { revision, commits }, body) }
}

function withWbs(version: number | string): string {
  return `${version}-wbs`
}

/** From the same snapshot as the list. */
async function* numbered(
  { gantt }: ListedStores,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* addNumbers(pieces, await outlineNumbers(gantt))
}

function addNumbers(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  numbers: ReadonlyMap<number, string>,
): AsyncGenerator<Uint8Array> {
  return addMember(pieces, wbsMember, ({ id }) => numbers.get(Number(id)))
}

const wbsMember = '$wbs'

/** By task, of all that are seen: also where only a part of them is listed. */
async function outlineNumbers(gantt: ListedStores['gantt']): Promise<Map<number, string>> {
  const below = new Map<number, { id: number; parent: number }[]>()
  const decoder = new TextDecoder()
  let after: TaskPlace | null = null
  do {
    const page: TaskPage = await gantt.taskPage('all', after, pageTasks, Number.MAX_SAFE_INTEGER)
    for (const { id, parent } of JSON.parse(decoder.decode(page.json)) as Task[]) {
      const siblings = below.get(parent)
      if (siblings) siblings.push({ id, parent })
      else below.set(parent, [{ id, parent }])
    }
    after = page.next
    await nextTurn()
  } while (after !== null)
  const ordered: { id: number; parent: number }[] = []
  const left = (below.get(topOfPlan) ?? []).toReversed()
  for (let task = left.pop(); task !== undefined; task = left.pop()) {
    ordered.push(task)
    for (const child of below.get(task.id)?.toReversed() ?? []) left.push(child)
  }
  const places = outlineOf(ordered)
  return new Map(ordered.map(({ id }, at) => [id, places[at]!.number]))
}

async function* piecesFor(
  ctx: Context,
  stores: Seen<ReadStores>,
  input: ListInput,
): AsyncGenerator<Uint8Array> {
  const { database } = ctx.workspace
  const { first, pageFrom } = await pagesFor(ctx, stores, input, pageTasks)
  const isWhole = input.below === null && stores.limits.view === ''
  if (isWhole) database.memo(lastTime).wasLong = first.next !== null
  yield* joinedPages(first, pageFrom)
}

async function pagesFor(
  ctx: Context,
  stores: ListedStores,
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
  stores: ListedStores,
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

import { createHmac } from 'node:crypto'
import type { Access } from '@triptych/contract/rules'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import { detached, topOfPlan, wayUp } from '../../ports/gantt-store.ts'
import type { GanttReader, StoredTask } from '../../ports/gantt-store.ts'
import { accessDown, reachOf } from '../rules/reach.ts'
import type { Reach } from '../rules/reach.ts'

/** The stores with the plan as somebody sees it. */
export type Seen<S extends ReadStores> = S & { limits: PlanLimits<S['gantt']> }

/** What the rules for branches leave of the plan. */
export interface PlanLimits<G extends GanttReader = GanttReader> {
  /** Whether there are any. */
  isNarrow: boolean
  /** The same for all who see the same of the plan; empty for those who see all of it. */
  view: string
  /** With what is hidden: ids and places must not be given twice, and circles of links go through all of it. */
  whole: G
  /** Hidden with everything below. Of the siblings of what is seen, all others are seen. */
  hidden: ReadonlySet<number>
  /** To be called with all that changes; `topOfPlan` is the plan itself. */
  refuseReadOnly(tasks: readonly number[]): Promise<void>
  /** Those of these that may be changed. */
  writable(tasks: readonly number[]): Promise<ReadonlySet<number>>
  /** What is below a task changes with it: also what is hidden there, or only to be read. */
  refuseInPart(task: number): Promise<void>
}

/**
 * The plan as far as whoever asks may see it. What is hidden is not found, not listed and not counted; places and the
 * ways of links stay those of the whole plan. To be called in the transaction that reads or writes it.
 */
export async function seenPlan<S extends ReadStores>(ctx: Context, stores: S): Promise<Seen<S>> {
  const whole: S['gantt'] = stores.gantt
  const reach = await reachOf(ctx, stores)
  if (!reach || reach.branches.size === 0) return { ...stores, limits: { ...noLimits, whole } }

  const access = accessIn(whole, reach.branches)
  const hidden = new Set([...reach.branches.keys()].filter((id) => isHidden(reach, id)))
  const limits: PlanLimits<S['gantt']> = {
    isNarrow: true,
    view: hidden.size === 0 ? '' : viewOf(ctx, reach, hidden),
    whole,
    hidden,
    async refuseReadOnly(tasks) {
      const known = await access(tasks)
      if (tasks.some((id) => known.get(id) !== 'write')) throw readOnly()
    },
    async writable(tasks) {
      const known = await access(tasks)
      return new Set(tasks.filter((id) => known.get(id) === 'write'))
    },
    async refuseInPart(task) {
      const parts = [...reach.branches.keys()].filter(
        (id) => id !== task && reach.branches.get(id) !== 'write',
      )
      if (parts.length === 0) return
      // No way up tells of the plan itself.
      if (task === topOfPlan) throw readOnly()
      const parents = await whole.parentsAbove(parts)
      if (parts.some((id) => wayUp(id, parents).includes(task))) throw readOnly()
    },
  }
  if (hidden.size === 0) return { ...stores, limits }
  const seen = isHidden(reach, topOfPlan)
    ? { ...seenParts(whole, access, hidden), ...nothing }
    : seenParts(whole, access, hidden)
  return { ...stores, gantt: { ...whole, ...seen }, limits }
}

/** All tasks of a plan as somebody sees it: of one that is hidden as a whole, nothing. */
export async function tasksIn(gantt: GanttReader): Promise<StoredTask[]> {
  return (await gantt.idsBelow([topOfPlan])).length === 0 ? [] : gantt.branchOf(topOfPlan)
}

const noLimits: Omit<PlanLimits, 'whole'> = {
  isNarrow: false,
  view: '',
  hidden: new Set(),
  refuseReadOnly: async () => {},
  writable: async (tasks) => new Set(tasks),
  refuseInPart: async () => {},
}

function isHidden({ branches }: Reach, id: number): boolean {
  return branches.get(id) === 'none'
}

/** Stands in tags that clients keep, and must not let them find out the ids by trying. */
function viewOf({ workspace }: Context, reach: Reach, hidden: ReadonlySet<number>): string {
  const views = workspace.database.memo(noViews)
  const known = views.get(reach)
  if (known !== undefined) return known
  const ids = [...hidden].toSorted((one, other) => one - other)
  const view = createHmac('sha256', workspace.database.secret)
    .update(`plan ${ids.join()}`)
    .digest('base64url')
    .slice(0, 22)
  views.set(reach, view)
  return view
}

const noViews = () => new WeakMap<Reach, string>()

type AccessTo = (tasks: readonly number[]) => Promise<Map<number, Access>>

/** Of tasks that are not there: what one may do with the plan. A copy that waits for its place is hidden if its source is. */
function accessIn(whole: GanttReader, branches: Reach['branches']): AccessTo {
  return async function access(tasks) {
    const parents = await whole.parentsAbove(tasks)
    const sources = await sourcesIn(whole, parents)
    const known = sources.size === 0 ? null : await access([...sources.values()])
    const accessTo = (task: number): Access => {
      const way = wayUp(task, parents)
      const top = way.at(-1) ?? topOfPlan
      const source = known?.get(sources.get(top) ?? detached) ?? 'none'
      if (parents.get(top) === detached && source === 'none') return 'none'
      return accessDown([topOfPlan, ...way.toReversed()].map((id) => branches.get(id)))
    }
    return new Map(tasks.map((task) => [task, accessTo(task)]))
  }
}

/** By copies that wait for their place: of what, as far as that is still there. */
async function sourcesIn(
  whole: GanttReader,
  parents: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  const sources = new Map<number, number>()
  if (!parents.values().some((parent) => parent === detached)) return sources
  for (const { copy, source } of await whole.copiesBetween(0, Number.MAX_SAFE_INTEGER, 0)) {
    if (parents.get(copy) === detached && (await whole.task(source))) sources.set(copy, source)
  }
  return sources
}

function seenParts(
  whole: GanttReader,
  access: AccessTo,
  hidden: ReadonlySet<number>,
): Partial<GanttReader> {
  const ids = [...hidden]

  async function seenAmong(tasks: readonly number[]): Promise<(...ends: number[]) => boolean> {
    const known = await access([...new Set(tasks)])
    return (...ends) => ends.every((id) => known.get(id) !== 'none')
  }

  return {
    async task(id) {
      const task = await whole.task(id)
      return task && (await seenAmong([id]))(id) ? task : null
    },
    async idsWithText(text, after, limit) {
      const page = await whole.idsWithText(text, after, limit)
      const isSeen = await seenAmong(page.ids)
      return { ...page, ids: page.ids.filter((id) => isSeen(id)) }
    },
    dueTasks: (asked) => whole.dueTasks(asked, ids),
    branchOf: (id) => whole.branchOf(id, ids),
    // So that nobody asks for all tasks, but for those below what is seen.
    hasLazy: async () => true,
    taskPage: (parents, after, limit, lazyAbove) =>
      whole.taskPage(parents, after, limit, lazyAbove, ids),
    openBelow: (parents, lazyAbove) => whole.openBelow(parents, lazyAbove, ids),
    idsBelow: async (parents) => (await whole.idsBelow(parents)).filter((id) => !hidden.has(id)),

    async link(id) {
      const link = await whole.link(id)
      if (!link) return null
      const { source, target } = link
      return (await seenAmong([source, target]))(source, target) ? link : null
    },
    async linksAt(tasks) {
      const links = await whole.linksAt(tasks)
      const isSeen = await seenAmong(links.flatMap(({ source, target }) => [source, target]))
      return links.filter(({ source, target }) => isSeen(source, target))
    },
    async assignment(id) {
      const assignment = await whole.assignment(id)
      if (!assignment) return null
      const { task } = assignment
      return (await seenAmong([task]))(task) ? assignment : null
    },
  }
}

/** Where the plan itself is hidden. */
const nothing: Partial<GanttReader> = {
  taskPage: async () => ({ json: new TextEncoder().encode('[]'), count: 0, next: null }),
  openBelow: async () => [],
  idsBelow: async () => [],
  idsWithText: async () => ({ ids: [], next: null }),
  dueTasks: async () => ({ tasks: [], all: 0, open: 0, late: 0 }),
  resource: async () => null,
  allResources: async () => [],
  calendar: async () => null,
  allCalendars: async () => [],
  schedule: async () => ({}),
}

/** The same whether something is hidden or to be read only: more than that is not to be told. */
function readOnly(): AppError {
  return new AppError('forbidden', 'You may not change this part of the plan.')
}

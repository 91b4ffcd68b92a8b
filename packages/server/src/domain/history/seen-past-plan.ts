import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import { topOfPlan, wayUp } from '../../ports/gantt-store.ts'
import type { GanttReader, StoredTask, TaskPage } from '../../ports/gantt-store.ts'
import { seenPlan } from '../gantt/seen-plan.ts'
import type { PlanLimits } from '../gantt/seen-plan.ts'
import { isLazy, listedTask } from '../gantt/views.ts'
import { revisionOf } from './moment.ts'
import type { Moment } from '@triptych/contract/moment'
import {
  assignmentFromView,
  calendarFromView,
  linkFromView,
  planAt,
  resourceFromView,
} from './past-plan.ts'
import type { PastPlan } from './past-plan.ts'

/** What a list of the plan asks of it. */
export type ListedPlan = Pick<
  GanttReader,
  | 'task'
  | 'ancestorsOf'
  | 'hasLazy'
  | 'taskPage'
  | 'openBelow'
  | 'idsBelow'
  | 'allLinks'
  | 'linksAt'
  | 'allAssignments'
  | 'assignmentsAt'
  | 'allResources'
  | 'realId'
>

/** What a file of the plan asks of it. */
export type PlanSource = Pick<
  GanttReader,
  | 'branchOf'
  | 'linksAt'
  | 'allAssignments'
  | 'assignmentsAt'
  | 'allResources'
  | 'allCalendars'
  | 'schedule'
  | 'elementsOf'
>

/** With the plan as somebody sees it. */
export interface ListedStores {
  gantt: ListedPlan
}

/** Reads a list of the plan from one snapshot: as it is, or as it was. */
export function readPlan<T>(
  ctx: Context,
  at: Moment | null,
  work: (stores: ListedStores) => Promise<T>,
): Promise<T> {
  if (at !== null) return readPastPlan(ctx, at, work)
  return ctx.workspace.database.read(async (given) => work(await seenPlan(ctx, given)))
}

/** The same `version` means the same lists. */
export function readPastPlan<T>(
  ctx: Context,
  at: Moment,
  work: (stores: ListedStores, version: string) => Promise<T>,
): Promise<T> {
  const { database } = ctx.workspace
  return database.readLong(async (given) => {
    const { gantt, limits, revision } = await seenPlanAt(ctx, given, at)
    return work({ gantt }, `at-${revision}-${limits.view}`)
  }, ctx.asker)
}

/** Of what files said beside it nothing is told that came later. */
export async function seenPlanAt(
  ctx: Context,
  given: ReadStores,
  at: Moment,
): Promise<{ gantt: ListedPlan & PlanSource; limits: PlanLimits; revision: number }> {
  const { gantt, limits } = await seenPlan(ctx, given)
  const revision = await revisionOf(ctx, given, at)
  const whole = await planAt(ctx.workspace.database, given, revision)
  const past = readerOf(withoutHidden(whole, limits.hidden))
  const elementsOf: GanttReader['elementsOf'] = (kind, ids) => gantt.elementsOf(kind, ids, revision)
  return { gantt: { ...gantt, ...past, elementsOf }, limits, revision }
}

/** By the rules of now, which were the same then: see `revisionOf`. */
function withoutHidden(plan: PastPlan, hidden: ReadonlySet<number>): PastPlan {
  if (hidden.size === 0) return plan
  const { tasks, links, assignments } = plan
  if (hidden.has(topOfPlan)) return noPlan()
  const parents = new Map([...tasks.values()].map(({ id, parent }) => [id, parent]))
  const isSeen = (id: unknown): boolean => {
    const way = wayUp(Number(id), parents)
    return way.length > 0 && !way.some((one) => hidden.has(one))
  }
  return {
    ...plan,
    tasks: only(tasks, ({ id }) => isSeen(id)),
    links: only(links, ({ source, target }) => isSeen(source) && isSeen(target)),
    assignments: only(assignments, ({ task }) => isSeen(task)),
  }
}

function noPlan(): PastPlan {
  return {
    tasks: new Map(),
    links: new Map(),
    assignments: new Map(),
    resources: new Map(),
    calendars: new Map(),
    schedule: {},
  }
}

function only<T>(all: Map<number, T>, test: (one: T) => boolean): Map<number, T> {
  return new Map([...all].filter(([, one]) => test(one)))
}

function readerOf(plan: PastPlan): Omit<ListedPlan & PlanSource, 'realId' | 'elementsOf'> {
  const tasks = [...plan.tasks.values()].toSorted(byPlace)
  const families = Map.groupBy(tasks, ({ parent }) => parent)
  const children = (id: number): number => families.get(id)?.length ?? 0
  const parents = new Map(tasks.map(({ id, parent }) => [id, parent]))
  const folds = (task: StoredTask, lazyAbove: number): boolean =>
    isLazy(task, children(task.id), lazyAbove)
  const below = (ids: readonly number[]): StoredTask[] =>
    [...new Set(ids)].toSorted((one, other) => one - other).flatMap((id) => families.get(id) ?? [])
  const links = [...plan.links.values()].map(linkFromView).toSorted(byId)
  const assignments = [...plan.assignments.values()].map(assignmentFromView).toSorted(byId)

  return {
    task: async (id) => {
      const task = plan.tasks.get(id)
      return task ? { ...task, children: children(id) } : null
    },
    ancestorsOf: async (id) => wayUp(id, parents),
    hasLazy: async (lazyAbove) => tasks.some((task) => folds(task, lazyAbove)),
    async taskPage(of, _after, _limit, lazyAbove): Promise<TaskPage> {
      const listed = of === 'all' ? tasks : below(of)
      const shown = listed.map((task) => listedTask(task, children(task.id), lazyAbove))
      const json = Buffer.from(JSON.stringify(shown))
      return { json, count: listed.length, next: null }
    },
    openBelow: async (ids, lazyAbove) =>
      below(ids)
        .filter((task) => children(task.id) > 0 && !folds(task, lazyAbove))
        .map(({ id }) => id),
    idsBelow: async (ids) => below(ids).map(({ id }) => id),
    branchOf: async (id) => outlineBelow(id, families),
    allLinks: async () => links,
    async linksAt(ids) {
      const some = new Set(ids)
      return links.filter(({ source, target }) => some.has(source) || some.has(target))
    },
    allAssignments: async () => assignments,
    async assignmentsAt(ids) {
      const some = new Set(ids)
      return assignments.filter(({ task }) => some.has(task))
    },
    allResources: async () => [...plan.resources.values()].map(resourceFromView).toSorted(byPlace),
    allCalendars: async () => [...plan.calendars.values()].map(calendarFromView).toSorted(byId),
    schedule: async () => plan.schedule,
  }
}

/** Each followed by its branch. A plan may be deeper than calls may be. */
function outlineBelow(id: number, families: ReadonlyMap<number, StoredTask[]>): StoredTask[] {
  const found: StoredTask[] = []
  const waiting = families.get(id)?.toReversed() ?? []
  for (let task = waiting.pop(); task; task = waiting.pop()) {
    found.push(task)
    for (const child of families.get(task.id)?.toReversed() ?? []) waiting.push(child)
  }
  return found
}

interface Placed {
  parent: number
  place: string
}

/** As the database orders them: keys are plain ASCII. */
function byPlace(one: Placed, other: Placed): number {
  if (one.parent !== other.parent) return one.parent - other.parent
  return one.place < other.place ? -1 : Number(one.place > other.place)
}

function byId(one: { id: number }, other: { id: number }): number {
  return one.id - other.id
}

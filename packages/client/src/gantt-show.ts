import type { Chart } from './gantt-chart.ts'
import { tasksOf } from './gantt-ids.ts'
import type { PlanIds } from './gantt-ids.ts'
import type { ganttList } from './gantt-list.ts'
import { mergeItems, mergeTasks, showItem } from './gantt-merge.ts'
import type { ListedTask } from './gantt-merge.ts'
import { fromWire } from './gantt-wire.ts'
import type { Item } from './gantt-wire.ts'
import type { Copy, ganttWrites } from './gantt-writes.ts'
import { pause } from './pause.ts'
import type { ServerError } from './server-error.ts'
import type { Id } from './temp-ids.ts'

export interface ShowOptions {
  chart: Chart
  ids: PlanIds
  list: ReturnType<typeof ganttList>
  writes: ReturnType<typeof ganttWrites>
  isStopped: () => boolean
  onFailure: (error: ServerError) => void
  /** Told whenever the chart shows what the server has. */
  onShown: () => void
}

/** What is not sure to be shown as the server has it. */
export interface Stale {
  /** The branches of these tasks. */
  roots?: readonly Id[]
  /** These themselves, wherever they are by the time they are read. */
  tasks?: readonly Id[]
  /** All links and assignments. */
  links?: boolean
  /** Branches that are unfolded when they are read. */
  unfolded?: readonly Id[]
}

/** So long changes are gathered before branches are read again. */
const gatherMs = 40

/** Brings what the server has into the chart. */
export function ganttShow(options: ShowOptions) {
  const { chart, ids, list, writes, isStopped, onFailure, onShown } = options
  /** One thing after the other, so that nothing is shown over something newer. */
  let turn: Promise<unknown> = Promise.resolve()
  let stale: Required<Stale> | null = null
  let refreshing: Promise<void> | null = null
  let sawLazy = false

  function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  /** What was read while nothing was written: it has everything of ours in it. */
  async function readQuietly<T>(read: () => Promise<T>): Promise<T> {
    for (;;) {
      await writes.settled()
      const before = writes.count()
      const answer = await read()
      writes.flush()
      if (isStopped() || (writes.count() === before && !writes.isPending())) return answer
    }
  }

  function markStale({ roots = [], tasks = [], links = false, unfolded = [] }: Stale): void {
    stale = {
      roots: [...(stale?.roots ?? []), ...roots],
      tasks: [...(stale?.tasks ?? []), ...tasks],
      links: stale?.links || links,
      unfolded: [...(stale?.unfolded ?? []), ...unfolded],
    }
    refreshing ??= pause(gatherMs)
      .then(() => inTurn(refresh))
      .catch((error: ServerError) => onFailure(error))
      .finally(() => {
        refreshing = null
        if (stale && !isStopped()) markStale({})
      })
  }

  async function refresh(): Promise<void> {
    if (isStopped()) return
    // A refusal may come while we wait for the writes.
    await writes.settled()
    const doubtful: Stale = stale ?? {}
    const { links } = doubtful
    stale = null
    const answer = await readQuietly(async () => {
      const roots = rootsOf(doubtful)
      const tasks = (await Promise.all(roots.map(list.tasksBelow))).flat()
      return {
        roots,
        tasks,
        links: links ? await itemsAmong('link', tasks) : null,
        assignments: links ? await itemsAmong('assignment', tasks) : null,
      }
    })
    if (isStopped()) return
    merge(answer.roots, answer.tasks)
    if (answer.links) mergeListed('link', answer.links)
    if (answer.assignments) mergeListed('assignment', answer.assignments)
    for (const id of doubtful.unfolded ?? []) unfoldTo(id)
    onShown()
  }

  /** The branches to read, none of them within another. */
  function rootsOf({ roots = [], tasks = [], links = false }: Stale): Id[] {
    if (links) return [0]
    const all = new Set([...roots, ...tasks.map((id) => chart.task(id)?.parent ?? 0)])
    return [...all].filter((root) => isShown(root) && !isBelow(root, all))
  }

  const isShown = (id: Id) => id === 0 || (chart.task(id) !== undefined && !chart.task(id)!.lazy)

  function isBelow(id: Id, others: ReadonlySet<Id>): boolean {
    if (id === 0) return false
    return others.has(0) || chart.ancestorsOf(id).some((task) => others.has(task.id))
  }

  /** `tasks` is the whole plan: of a branch on demand the links are listed apart. */
  async function itemsAmong(
    kind: 'link' | 'assignment',
    tasks: readonly ListedTask[],
  ): Promise<Item[]> {
    const parents = new Set(tasks.map(({ parent }) => parent))
    const branches = tasks.filter(({ id, lazy }) => lazy && parents.has(id)).map(({ id }) => id)
    const lists = await Promise.all([0, ...branches].map((root) => list.itemsBelow(kind, root)))
    return [...new Map(lists.flat().map((item) => [item.id, item])).values()]
  }

  function merge(roots: readonly Id[], tasks: readonly ListedTask[]): void {
    sawLazy ||= tasks.some(({ lazy }) => lazy)
    // With links of their own come those from a branch that was not unfolded, and those that had gone from the chart:
    // with what was above them, or because they were moved while the branch they were in was read.
    const haveLinks = tasks.some(({ id }) => !isTask(id) && (sawLazy || chart.known.has(id)))
    mergeTasks(chart, { roots, tasks })
    if (haveLinks) markStale({ links: true })
    if (chart.isSorted()) chart.sortAgain()
  }

  function unfoldTo(id: Id): void {
    for (const task of [chart.task(id), ...chart.ancestorsOf(id)]) {
      // The widget fails over an open task without any below it.
      const isFolded = task && task.id !== 0 && !task.open && chart.childrenOf(task.id).length > 0
      if (isFolded) chart.exec('open-task', { id: task.id, mode: true })
    }
  }

  function mergeListed(kind: 'link' | 'assignment', items: readonly Item[]): void {
    const listed = items.filter((item) => tasksOf(item).every(isTask))
    mergeItems(chart, kind, { shown: chart.allOf(kind).map((item) => item), listed })
  }

  const isTask = (id: Id) => chart.task(id) !== undefined

  /** Gives the widget what is below a task of which it shows nothing yet. */
  async function provide(id: Id): Promise<void> {
    const answer = await readQuietly(async () => {
      const [tasks, links, assignments] = await Promise.all([
        list.tasksBelow(id),
        list.itemsBelow('link', id),
        list.itemsBelow('assignment', id),
      ])
      return { tasks, links, assignments }
    })
    if (isStopped()) return
    const tasks = answer.tasks.filter((task) => !isTask(task.id))
    if (answer.tasks.length === 0 && id !== 0)
      return chart.setField(id, { lazy: false, open: false })
    const there = new Set(tasks.map((task) => task.id))
    const isHere = (id: Id) => there.has(id) || isTask(id)
    const newOf = (kind: 'link' | 'assignment', items: readonly Item[]) =>
      items.filter((item) => !chart.allOf(kind).byId(item.id) && tasksOf(item).every(isHere))
    const links = newOf('link', answer.links)
    const assignments = newOf('assignment', answer.assignments)
    const isTaken = chart.knowsAssignments()
    chart.exec('provide-data', {
      id,
      data: { tasks: tasks.map(fromWire), links, ...(isTaken && { assignments }) },
    })
    if (!isTaken) for (const one of assignments) showItem(chart, 'assignment', undefined, one)
    for (const task of tasks) chart.keep(task.id, task)
    sawLazy ||= answer.tasks.some(({ lazy }) => lazy)
    if (id === 0) return
    if (tasks.length < answer.tasks.length) merge([id], answer.tasks)
    else chart.restore([id, ...chart.ancestorsOf(id).map((task) => task.id)])
  }

  return {
    inTurn,
    markStale,
    isStale: () => refreshing !== null,
    /** Whether there are branches that are listed apart. */
    isOnDemand: () => sawLazy,
    async load(): Promise<void> {
      if (chart.childrenOf(0).length > 0) return markStale({ roots: [0], links: true })
      await inTurn(() => provide(0))
    },
    async unfold(id: Id): Promise<void> {
      await inTurn(async () => {
        if (chart.task(id)?.lazy) await provide(id)
      }).catch((error: ServerError) => onFailure(error))
    },
    async settled(): Promise<void> {
      do {
        await writes.settled()
        await turn
        await refreshing
        // After the end nothing is read again, and what is in doubt stays so.
      } while (writes.isPending() || (stale && !isStopped()))
    },
    /** The ids of a branch that the server has copied. */
    async learnCopy(copy: Copy): Promise<void> {
      const tasks = copy.below.length > 0 ? await list.tasksBelow(copy.id) : []
      const children = Map.groupBy(tasks, ({ parent }) => parent)
      const learnBelow = ({ below }: Copy, parent: Id): void => {
        const listed = children.get(parent) ?? []
        // Somebody was in there already: who is who cannot be told.
        if (listed.length !== below.length) return
        for (const [index, child] of below.entries()) {
          const real = listed[index]!.id
          ids.task.learn(child.id, real)
          learnBelow(child, real)
        }
      }
      learnBelow(copy, copy.id)
      // The links in there have other ids, too, and the tasks may have changed meanwhile.
      markStale({ roots: [copy.id], links: true })
    },
  }
}

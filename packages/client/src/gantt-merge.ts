import type { Chart, ShownTask } from './gantt-chart.ts'
import { asTold, fromWire, isSame, toWire } from './gantt-wire.ts'
import type { Item } from './gantt-wire.ts'
import type { Id } from './temp-ids.ts'

/** A task as the server lists it, with the ids it is shown with. */
export type ListedTask = Item & { parent: Id; lazy?: true; open?: true }

/** What the server has below some tasks, as far as it is shown. */
export interface Listed {
  /** The tasks whose branches are listed. */
  roots: readonly Id[]
  tasks: readonly ListedTask[]
}

/** Makes the branches of the chart what the server has, with as few steps as leave the rest in peace. */
export function mergeTasks(chart: Chart, { roots, tasks }: Listed): void {
  const listed = new Map(tasks.map((task) => [task.id, task]))
  const children = Map.groupBy(tasks, ({ parent }) => parent)

  // Whoever is listed below another task now is moved there, not deleted.
  const gone = roots
    .flatMap((root) => chart.everyTaskBelow(root))
    .filter(({ id }) => !listed.has(id))
  const above = [...roots, ...gone.map(({ id }) => id)].flatMap((id) =>
    [id, ...chart.ancestorsOf(id).map((task) => task.id)].filter((one) => !listed.has(one)),
  )
  for (const root of roots) arrange(root)
  for (const { id } of gone) {
    if (chart.task(id)) chart.exec('delete-task', { id })
  }
  chart.show(tasks.map((task) => [task.id, asTold(task)]))
  chart.restore(above)

  function arrange(parent: Id): void {
    const wanted = children.get(parent) ?? []
    const places = placesOf(chart.childrenOf(parent), wanted)
    let previous: Id | null = null
    for (const task of wanted) {
      const shown = chart.task(task.id)
      // Children that are listed need not be asked for, and would be shown twice.
      const isLazy = task.lazy === true && !children.has(task.id)
      if (shown && Boolean(shown.lazy) !== isLazy) chart.setField(task.id, { lazy: isLazy })
      if (!shown) addTask(task, previous)
      else if (shown.parent !== parent || (!chart.isSorted() && !places.has(task.id))) {
        moveTask(task.id, parent, previous)
      }
      previous = task.id
    }
    for (const { id } of wanted) arrange(id)
  }

  function addTask(task: ListedTask, previous: Id | null): void {
    const first = chart.childrenOf(task.parent)[0]
    const place =
      previous !== null
        ? { target: previous, mode: 'after' }
        : first
          ? { target: first.id, mode: 'before' }
          : {}
    // Its children come later: the widget fails over an open task without any.
    const folded = { ...fromWire(task), open: false }
    const added = { task: folded, select: false, eventSource: 'server' }
    chart.exec('add-task', { ...added, ...place })
  }

  function moveTask(id: Id, parent: Id, previous: Id | null): void {
    if (previous !== null) {
      return chart.exec('move-task', { id, target: previous, mode: 'after' })
    }
    const first = chart.childrenOf(parent)[0]
    if (first) return chart.exec('move-task', { id, target: first.id, mode: 'before' })
    // The widget unfolds everything above a task that gets its first child.
    const closed = [chart.task(parent), ...chart.ancestorsOf(parent)].filter(
      (task) => task && task.id !== 0 && !task.open,
    )
    chart.exec('move-task', { id, target: parent, mode: 'child' })
    for (const task of closed) chart.exec('open-task', { id: task!.id, mode: false })
  }
}

/** The tasks that can stay where they are while the others move around them: a longest rising run. */
function placesOf(shown: readonly ShownTask[], wanted: readonly ListedTask[]): Set<Id> {
  const wantedAt = new Map(wanted.map(({ id }, index) => [id, index]))
  const stays = shown.filter(({ id }) => wantedAt.has(id)).map(({ id }) => id)
  // `ends[n]` is where a run of n + 1 can end lowest; `before` leads back through that run.
  const ends: Id[] = []
  const before = new Map<Id, Id | undefined>()
  const at = (id: Id) => wantedAt.get(id)!
  for (const id of stays) {
    let low = 0
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >> 1
      if (at(ends[middle]!) < at(id)) low = middle + 1
      else high = middle
    }
    before.set(id, ends[low - 1])
    ends[low] = id
  }
  const run = new Set<Id>()
  for (let id = ends.at(-1); id !== undefined; id = before.get(id)) run.add(id)
  return run
}

/** Makes links, or assignments, what the server has. */
export function mergeItems(
  chart: Chart,
  kind: 'link' | 'assignment',
  { shown, listed }: { shown: readonly Item[]; listed: readonly Item[] },
): void {
  const wanted = new Map(listed.map((item) => [item.id, item]))
  const there = new Map(shown.map((item) => [item.id, item]))
  for (const { id } of shown) if (!wanted.has(id)) chart.exec(`delete-${kind}`, { id })
  for (const item of listed) showItem(chart, kind, there.get(item.id), item)
}

/** Adds or changes a link or an assignment, if that is needed. */
export function showItem(
  chart: Chart,
  kind: 'link' | 'assignment',
  shown: Item | undefined,
  item: Item,
): void {
  const { id } = item
  if (!shown) return chart.exec(`add-${kind}`, { id, [kind]: { ...item } })
  // What has gone from it must be said, or it stays.
  const blank = Object.fromEntries(Object.keys(toWire(shown)).map((key) => [key, undefined]))
  const fields = { ...blank, ...toWire(item) }
  if (!isSame(sorted(toWire(shown)), sorted(fields))) {
    chart.exec(`update-${kind}`, { id, [kind]: fields })
  }
}

function sorted(fields: Record<string, unknown>): unknown {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return given.toSorted(([one], [other]) => (one < other ? -1 : 1))
}

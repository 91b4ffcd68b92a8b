import { fieldsToShow, fromWire, toWire } from './gantt-wire.ts'
import type { ganttTeam } from './gantt-team.ts'
import type { Item } from './gantt-wire.ts'
import type { Id } from './temp-ids.ts'
import type { Params, WidgetApi } from './widget.ts'

/** What the Gantt of each framework hands out as `api`, as far as it is used here. */
export interface GanttApi extends Omit<WidgetApi, 'on' | 'intercept'> {
  on(action: string, handler: (event: Params) => unknown, config?: object): void
}

/** A task as the widget keeps it. */
export interface ShownTask extends Item {
  parent: Id
  type: string
  open?: boolean
  lazy?: boolean
  data?: ShownTask[] | null
}

interface Collection {
  byId(id: Id): Item | undefined
  map<T>(work: (item: Item) => T): T[]
}

interface GanttState {
  tasks: { byId(id: Id): ShownTask | undefined }
  links: Collection
  /** A plain array where the edition knows no resources. */
  assignments?: Collection | Item[] | null
  _sort?: { key: string; order: string }[] | null
}

/** The fields of a task, as on the wire. */
export type Told = Record<string, unknown>

/** The widget as the server's side of it sees it: everything done here is neither sent nor undone. */
export type Chart = ReturnType<typeof ganttChart>

export function ganttChart(api: GanttApi, team: ReturnType<typeof ganttTeam>) {
  /** What the server has, as it is or was shown here: changes are told against this. */
  const known = new Map<Id, Told>()
  let isShowing = false
  const state = () => api.getState() as GanttState
  const knowsAssignments = () => 'byId' in (state().assignments ?? [])

  /** What the widget does of itself meanwhile is not sent: whoever made the change has sent it. */
  function exec(action: string, event: object): void {
    if (action.endsWith('-assignment') && !knowsAssignments()) {
      return team.exec(action, event as { id: Id })
    }
    const wasShowing = isShowing
    isShowing = true
    try {
      void api.exec(action, { ...event, skipProvider: true, skipUndo: true })
    } finally {
      isShowing = wasShowing
    }
  }

  const chart = {
    exec,
    known,
    isShowing: () => isShowing,
    task: (id: Id) => state().tasks.byId(id),
    childrenOf: (id: Id): readonly ShownTask[] => state().tasks.byId(id)?.data ?? [],
    isSorted: () => (state()._sort?.length ?? 0) > 0,
    sortAgain(): void {
      for (const [index, { key, order }] of [...(state()._sort ?? [])].entries()) {
        exec('sort-tasks', { key, order, add: index > 0 })
      }
    },
    /** Whether the edition of the widget does; else the team is kept beside it. */
    knowsAssignments,
    allOf(kind: 'link' | 'assignment'): Collection {
      if (kind === 'link') return state().links
      return knowsAssignments() ? (state().assignments as Collection) : team
    },
    ancestorsOf(id: Id): ShownTask[] {
      const above = state().tasks.byId(state().tasks.byId(id)?.parent ?? 0)
      return above && above.id !== 0 ? [above, ...chart.ancestorsOf(above.id)] : []
    },
    everyTaskBelow(id: Id): ShownTask[] {
      return chart.childrenOf(id).flatMap((task) => [task, ...chart.everyTaskBelow(task.id)])
    },
    setField(id: Id, task: Partial<ShownTask>): void {
      exec('update-task', { id, task, eventSource: 'schedule-tasks' })
    },
    /** As if the person did it. */
    change(id: Id, task: Partial<ShownTask>): void {
      void api.exec('update-task', { id, task })
    },
    /** Remembers a task as it is shown for what the server has told; what a widget reckons of its end is no duration that the server has. */
    keep(id: Id, told: Told): void {
      const task = chart.task(id)
      if (!task) return
      const { duration, ...fields } = toWire(task)
      known.set(id, told['duration'] == null ? fields : { ...fields, duration })
    },
    /** Shows tasks as they are told, without anything that would follow from it in the widget. */
    show(tasks: Iterable<readonly [Id, Told]>): void {
      chart.draw(chart.note(tasks))
    },
    /** The same, but nothing is drawn yet; answers a task that has changed, if there is one. */
    note(tasks: Iterable<readonly [Id, Told]>): Id | null {
      let last: Id | null = null
      for (const [id, told] of tasks) {
        const task = chart.task(id)
        if (!task) continue
        const fields = fieldsToShow(toWire(task), told)
        if (Object.keys(fields).length > 0) {
          exec('update-task', { id, task: shownFields(fields), eventSource: 'provide-data' })
          last = id
        }
        chart.keep(id, told)
      }
      return last
    },
    /** Draws what was noted: an update of that source is only taken note of, and any other draws the whole plan. */
    draw(changed: Id | null): void {
      if (changed !== null && chart.task(changed)) chart.setField(changed, {})
    },
    /** Shows these tasks as the server has them, whatever the widget has reckoned. */
    restore(ids: readonly Id[]): void {
      chart.show(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)!] as const] : [])))
    },
  }
  return chart
}

/** What is gone is `undefined` in the widget, and dates are dates. */
function shownFields(fields: Record<string, unknown>): Record<string, unknown> {
  const shown = fromWire(fields)
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, value ?? undefined]))
}

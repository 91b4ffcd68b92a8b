import type { Change } from '@triptych/contract/changes'
import type { Chart } from './gantt-chart.ts'
import { shownItem, tasksOf } from './gantt-ids.ts'
import type { PlanIds } from './gantt-ids.ts'
import { showItem } from './gantt-merge.ts'
import type { ganttShow } from './gantt-show.ts'
import { asTold } from './gantt-wire.ts'
import type { ganttWrites } from './gantt-writes.ts'
import { pause } from './pause.ts'
import type { Id } from './temp-ids.ts'

export interface LiveOptions {
  chart: Chart
  ids: PlanIds
  writes: ReturnType<typeof ganttWrites>
  show: ReturnType<typeof ganttShow>
  loadResources: () => Promise<void>
  /** Whether it was done in this page, be it that something was taken back. */
  isOurs: (change: Change) => boolean
  isStopped: () => boolean
}

/** Shows what others have done. */
export function ganttLive(options: LiveOptions) {
  const { chart, ids, writes, show, loadResources, isOurs, isStopped } = options
  /** One of those that are not drawn yet. */
  let changed: Id | null = null
  return {
    /** Shows a change when it is its turn. */
    tell(change: Change): void {
      // What is said of tasks is not in the chart.
      if (change.area !== 'gantt' || change.operation.startsWith('comment-')) return
      const writesBefore = writes.count()
      // Ours may be saved after this, and be what counts in the end: also one that is saved before it is this one's turn.
      const wasPending = writes.isPending()
      void show.inTurn(() => {
        writes.flush()
        const isSure = !wasPending && !writes.isPending() && writes.count() === writesBefore
        const [kind, action] = change.operation.split('-') as [string, string]
        if (kind === 'task') showTask(change, action, isSure)
        else if (kind === 'resource') void loadResources().catch(() => {})
        else if (kind === 'link' || kind === 'assignment') showOther(change, kind, isSure)
      })
    },
  }

  function showTask(change: Change, action: string, isSure: boolean): void {
    const { entity, before, after } = change
    const id = ids.task.shown(idIn(entity))
    const shown = chart.task(id)
    if (!isSure && action !== 'deleted') show.markStale({ tasks: [id] })
    // It may be one of ours of which we have not been told the number.
    if (!isSure && !shown) show.markStale({ roots: [0] })

    if (action === 'updated') {
      if (!shown || !after) return
      const { fields, ...rest } = after as Record<string, unknown> & { fields?: object }
      const known = { ...chart.known.get(id) }
      // They are told whole: what is not among them any more has gone.
      if (fields) for (const name of Object.keys(before?.['fields'] ?? {})) delete known[name]
      drawSoon(chart.note([[id, asTold({ ...known, ...rest, ...fields })]]))
      if ('lazy' in rest) show.markStale({ roots: [shown.parent] })
    } else if (action === 'deleted') {
      if (!shown) return
      const above = chart.ancestorsOf(id).map((task) => task.id)
      chart.exec('delete-task', { id })
      chart.restore(above)
    } else {
      // Only the server knows the order for sure.
      const parents = [before?.['parent'], after?.['parent']].filter((one) => one !== undefined)
      show.markStale({
        roots: parents.map((parent) => ids.task.shown(parent as Id)),
        // From one branch on demand to another, while their links were read one after the other.
        unfolded: action !== 'moved' && after && isOurs(change) ? unfoldedFor(after) : [],
        links: action === 'copied' || (action === 'moved' && show.isOnDemand()),
      })
    }
  }

  /** A task may move thousands, each told by itself: what comes in one go is drawn in one go. */
  function drawSoon(id: Id | null): void {
    if (id === null) return
    const isComing = changed !== null
    changed = id
    if (isComing) return
    void pause(0).then(() =>
      show.inTurn(() => {
        if (!isStopped()) chart.draw(changed)
        changed = null
      }),
    )
  }

  /** What we bring back ourselves is seen: where it belongs, and as it was. */
  function unfoldedFor(after: NonNullable<Change['after']>): Id[] {
    const { $branch: below = [], ...task } = after as unknown as Told & { $branch?: Told[] }
    const unfolded = [task, ...below].filter(({ $open }) => $open).map(({ id }) => id)
    return [task.parent, ...unfolded].map((one) => ids.task.shown(one))
  }

  function showOther(
    { entity, after }: Change,
    kind: 'link' | 'assignment',
    isSure: boolean,
  ): void {
    const id = ids[kind].shown(idIn(entity))
    const shown = chart.allOf(kind).byId(id)
    if (!isSure) show.markStale({ links: true })
    if (!after) {
      if (shown) chart.exec(`delete-${kind}`, { id })
      return
    }
    const item = shownItem(ids, kind, { ...after, id: idIn(entity) })
    if (tasksOf(item).every(chart.task)) return showItem(chart, kind, shown, item)
    // One of the tasks is about to be shown; otherwise it is in a branch that is not unfolded.
    if (show.isStale()) show.markStale({ links: true })
  }
}

/** A task as the log tells of it. */
interface Told {
  id: Id
  parent: Id
  $open?: boolean
}

function idIn(entity: string): Id {
  return Number(entity.slice(entity.lastIndexOf('/') + 1))
}

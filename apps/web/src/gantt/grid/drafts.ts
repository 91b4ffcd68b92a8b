import type { IApi, ITask, TID } from '@svar-ui/react-gantt'
import { parentOf, topOfPlan } from '../task-rights.ts'
import type { MayChangeTask } from '../task-rights.ts'
import { rowBeside } from './cells.ts'
import type { Cells } from './cells.ts'
import { nameRow } from './name-row.ts'

/**
 * A row for a task that has no name yet. It is in this grid only: nobody else sees it, and without a name nothing is
 * left of it.
 */
export interface Drafts {
  /** Opens one below a task, where one may be added. */
  begin(after: TID): void
  has(id: TID): boolean
  /** Whether a list of names goes on below this one: it is the last. */
  goesOn(id: TID): boolean
  /** Makes it a task of this name; without one it goes. Answers the row where the focus belongs then. */
  end(name: string): TID | null
}

interface WatchedDrafts extends Drafts {
  /** Until what it answers is called. */
  watch(): () => void
}

/** What a button or a menu of the plan asks for. */
interface Asked {
  task: Partial<ITask>
  /** Without one it is the last of the plan. */
  target?: TID | null | undefined
  mode?: string | undefined
}

interface Draft extends Asked {
  id: TID
}

/** What happens here only. */
const quietly = { skipProvider: true, skipUndo: true }

export function draftsOf(api: IApi, cells: Cells, mayChange: MayChangeTask): WatchedDrafts {
  const naming = nameRow(api, cells)
  let draft: Draft | null = null

  const taskAt = (id: TID | null | undefined) =>
    id ? (api.getState().tasks.byId(id) as ITask | undefined) : undefined
  const mayFollow = (id: TID) => mayChange(parentOf(api, id))
  const select = (id: TID) => void api.exec('select-task', { id, show: false })

  /** The widget folds what has nothing below it, and unfolds nothing else. */
  function unfold({ target, mode }: Omit<Asked, 'task'>, how: object): void {
    const above = mode === 'child' ? taskAt(target) : undefined
    if (above?.id) void api.exec('open-task', { id: above.id, mode: true, ...how })
  }

  function open({ task, target, mode }: Asked): void {
    const beside = taskAt(target)
    const isChild = mode === 'child'
    if (!mayChange(isChild ? (target ?? topOfPlan) : parentOf(api, target))) return
    const place = beside?.id === undefined ? {} : { target: beside.id, mode }
    const event = { task: draftBeside(beside, isChild), ...place, select: false }
    const added: typeof event & { id?: TID } = { ...event, ...quietly }
    void api.exec('add-task', added as never)
    if (added.id === undefined) return
    unfold(place, quietly)
    draft = { id: added.id, task, ...place }
    naming.open(added.id)
  }

  return {
    begin(after) {
      if (taskAt(after)) open({ task: { type: 'task' }, target: after, mode: 'after' })
    },
    has: (id) => draft?.id === id,
    goesOn: (id) => mayFollow(id) && rowBeside(api, id, 1) === null,
    end(name) {
      if (!draft) return null
      const { id, task, target, mode } = draft
      draft = null
      naming.stop()
      const beside = taskAt(target)?.id ?? null
      const wasSelected = api.getState().selected?.includes(id) ?? false
      // Before it goes: the widget notes a moment later what is selected without it.
      if (wasSelected && beside !== null) select(beside)
      if (taskAt(id)) void api.exec('delete-task', { id, ...quietly })
      if (name === '') return beside
      const place = beside === null ? {} : { target: beside, mode }
      const added: { id?: TID } = {
        task: { ...task, text: name },
        ...place,
        select: false,
      } as object
      void api.exec('add-task', added as never)
      if (added.id === undefined) return null
      unfold(place, {})
      if (wasSelected) select(added.id)
      naming.show(added.id)
      return added.id
    },
    watch() {
      const tag = Symbol('drafts')
      // The server does not list it, which is no reason for it to go.
      api.intercept('delete-task', ({ id }) => id !== draft?.id, { tag })
      // There is nothing of it yet that the panel could change.
      api.intercept('show-editor', ({ id }) => id !== draft?.id, { tag })
      // Whatever is added by a button or a menu is named first.
      api.intercept(
        'add-task',
        (event) => {
          if (!isAskedFor(event)) return true
          const { task, target, mode } = event
          const { text: _text, ...asked } = task
          open({ task: asked, target, mode })
          return false
        },
        { tag },
      )
      return () => {
        naming.stop()
        api.detach(tag)
      }
    },
  }
}

/** By somebody here who wants to see it: it is not made before it has a name. */
export function isAskedFor(event: { show?: unknown; skipProvider?: boolean }): boolean {
  return Boolean(event.show) && !event.skipProvider
}

/** In the days of the one above it, so that no summary grows for it. */
function draftBeside(beside: ITask | undefined, isChild: boolean): Partial<ITask> {
  const draft = { type: 'task', text: '', isDraft: true }
  if (!beside) return draft
  const { start, end, duration, type } = beside
  const from = { start: start && new Date(start) }
  if (isChild) return { ...draft, ...from, duration: 1 } as object
  const dates = { ...from, end: end && new Date(end), duration }
  return { ...draft, ...dates, type: type === 'milestone' ? type : 'task' } as object
}

import type { IApi, ITask, TID } from '@svar-ui/react-gantt'
import { parentOf } from '../task-rights.ts'
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
  /** Whether a list of names goes on below this one: it is the last, or was just added. */
  goesOn(id: TID): boolean
  /** Its name is no longer edited. */
  left(id: TID): void
  /** Makes it a task of this name; without one it goes. Answers the row where the focus belongs then. */
  end(name: string): TID | null
}

export interface WatchedDrafts extends Drafts {
  /** Until what it answers is called. */
  watch(): () => void
}

interface Draft {
  id: TID
  after: TID
}

/** What happens here only. */
const quietly = { skipProvider: true, skipUndo: true }

export function draftsOf(api: IApi, cells: Cells, mayChange: MayChangeTask): WatchedDrafts {
  const naming = nameRow(api, cells)
  let draft: Draft | null = null
  /** A task that was added in another way, while it gets its name. */
  let fresh: TID | null = null

  function mayFollow(id: TID): boolean {
    return mayChange(parentOf(api, id))
  }

  function remove(id: TID): void {
    if (api.getState().tasks.byId(id)) void api.exec('delete-task', { id, ...quietly })
  }

  const select = (id: TID) => void api.exec('select-task', { id, show: false })

  return {
    begin(after) {
      const above = api.getState().tasks.byId(after)
      if (!above || !mayFollow(after)) return
      const event = { task: draftBelow(above), target: after, mode: 'after', select: false }
      const added: typeof event & { id?: TID } = { ...event, ...quietly }
      void api.exec('add-task', added as never)
      if (added.id === undefined) return
      draft = { id: added.id, after }
      naming.open(added.id)
    },
    has: (id) => draft?.id === id,
    goesOn(id) {
      return mayFollow(id) && (fresh === id || rowBeside(api, id, 1) === null)
    },
    left(id) {
      if (fresh === id) fresh = null
    },
    end(name) {
      if (!draft) return null
      const { id, after } = draft
      draft = null
      naming.stop()
      const isThere = api.getState().tasks.byId(after) !== undefined
      const wasSelected = api.getState().selected?.includes(id) ?? false
      if (name === '') {
        // Before it goes: the widget notes a moment later what is selected without it.
        if (wasSelected && isThere) select(after)
        remove(id)
        return isThere ? after : null
      }
      const place = isThere ? { target: after, mode: 'after' } : {}
      const task = { type: 'task', text: name }
      const added: { id?: TID } = { task, ...place, select: false } as object
      void api.exec('add-task', added as never)
      if (wasSelected && added.id !== undefined) select(added.id)
      remove(id)
      return added.id ?? null
    },
    watch() {
      const tag = Symbol('drafts')
      // The server does not list it, which is no reason for it to go.
      api.intercept('delete-task', ({ id }) => id !== draft?.id, { tag })
      // There is nothing of it yet that the panel could change.
      api.intercept('show-editor', ({ id }) => id !== draft?.id, { tag })
      api.on(
        'add-task',
        (event) => {
          const { id, show, skipProvider } = event as Added
          if (!skipProvider && show && id !== undefined) fresh = id
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

interface Added {
  id?: TID
  show?: unknown
  skipProvider?: boolean
}

/** In the days of the one above it, so that no summary grows for it. */
function draftBelow({ start, end, duration, type }: ITask): Partial<ITask> {
  const dates = { start: start && new Date(start), end: end && new Date(end), duration }
  return { ...dates, type: type === 'milestone' ? type : 'task', text: '', isDraft: true } as object
}

import type { TakenBack } from '@triptych/contract/history'
import type { GridApi } from './grid-api.ts'
import { redo, undo } from './history.ts'
import type { ServerError } from './server-error.ts'
import type { Server } from './server.ts'
import type { Failure } from './widget.ts'

export interface TableHistoryOptions {
  api: GridApi
  server: Server
  tag: symbol
  onTakenBack: ((taken: TakenBack) => void) | undefined
  onError: (failure: Failure) => void
}

/**
 * The `undo` and `redo` of a grid are the server's: the grid knows only what was done in it, and since when it is there. So
 * its `history` counts what was saved, not all that was done, as what was refused, or what only the page knows of, as widths.
 */
export function tableHistory({ api, server, tag, onTakenBack, onError }: TableHistoryOptions) {
  let steps = { undo: 0, redo: 0 }
  let lastWrite = ''
  let working: Promise<unknown> = Promise.resolve()
  api.intercept('undo', () => takeBack('undo'), { tag })
  api.intercept('redo', () => takeBack('redo'), { tag })
  const end = api.getReactiveState().history?.subscribe((shown) => {
    if (shown?.undo !== steps.undo || shown.redo !== steps.redo) show(steps)
    // The types of SVAR do not tell of it.
  }) as (() => void) | undefined

  function show(next: typeof steps): void {
    steps = next
    api.getStores().data.setState({ history: steps })
  }

  /** What changes by it comes like what others change. */
  function takeBack(action: 'undo' | 'redo'): false {
    const by = action === 'undo' ? -1 : 1
    working = working
      .then(() => (action === 'undo' ? undo(server) : redo(server)))
      .then(
        (taken) => {
          show({ undo: Math.max(0, steps.undo + by), redo: Math.max(0, steps.redo - by) })
          onTakenBack?.(taken)
        },
        (error: ServerError) => {
          if (error.code === `history.nothing_to_${action}`) show({ ...steps, [action]: 0 })
          onError({ action, error })
        },
      )
    return false
  }

  return {
    end: () => end?.(),
    settled: () => working,
    /** What was done in one go is one step. */
    saved(write: string): void {
      if (write !== lastWrite) show({ undo: steps.undo + 1, redo: 0 })
      lastWrite = write
    },
  }
}

import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect, useMemo } from 'react'
import { cellsOf, tableOf } from './cells.ts'
import type { Cells, Table } from './cells.ts'
import { keysAhead } from './keys-ahead.ts'

/** The cells of the grid, which are edited in our way: the widget's own saves whatever stands in a field. */
export function useCells(
  api: IApi | null,
  mayEdit: (id: TID, column: string) => boolean,
): Cells | null {
  const ahead = useMemo(keysAhead, [])
  const cells = useMemo(() => api && cellsOf(api, mayEdit, ahead), [api, mayEdit, ahead])
  useEffect(() => () => ahead.stop(), [ahead])

  useEffect(() => {
    if (!api || !cells) return undefined
    const tag = Symbol('useCells')
    let table: Table | null = null
    let isOver = false
    void Promise.resolve(api.getTable(true)).then((found) => {
      if (isOver || !found) return
      table = found as unknown as Table
      table.intercept('update-cell', () => false, { tag })
      table.intercept(
        'open-editor',
        (event) => {
          // What cannot be taken is not lost by a click elsewhere.
          if (cells.leave && !cells.leave()) return false
          if (cells.isOpening()) return true
          // A double click is for the task.
          void api.exec('show-editor', { id: (event as { id: TID }).id })
          return false
        },
        { tag },
      )
    })
    return () => {
      isOver = true
      table?.detach(tag)
    }
  }, [api, cells])

  useEffect(() => (api ? leadFocus(api) : undefined), [api])

  return cells
}

/**
 * The focus goes where the selection goes. The widget does so, too, until a field is opened in the frame in which it
 * was about to: from then on it never does again.
 */
function leadFocus(api: IApi): () => void {
  let next = 0
  const follow = (to?: { id: TID; column: boolean } | null) => {
    if (!to?.column) return
    cancelAnimationFrame(next)
    next = requestAnimationFrame(() => {
      const { focusCell, editor } = tableOf(api)?.getState() ?? {}
      const { selected = [] } = api.getState()
      // Rows that are selected together since then have led it elsewhere.
      if (selected.length !== 1 || selected[0] !== to.id) return
      if (editor || !focusCell || focusCell.row === to.id) return
      void tableOf(api)?.exec('focus-cell', { row: to.id, column: focusCell.column })
    })
  }
  const { focusTask } = api.getReactiveState() as unknown as {
    focusTask: { subscribe: (told: typeof follow) => () => void }
  }
  const end = focusTask.subscribe(follow)
  return () => {
    cancelAnimationFrame(next)
    end()
  }
}

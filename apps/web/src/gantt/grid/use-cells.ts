import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect, useMemo } from 'react'
import { nextFrame } from '../../in-frames.ts'
import { cellsOf } from './cells.ts'
import type { Cells } from './cells.ts'
import { cursorOf } from './cursor.ts'
import type { KeysAhead } from './keys-ahead.ts'
import type { Table } from './table-of.ts'

/** The cells of the grid, which are edited in our way: the widget's own saves whatever stands in a field. */
export function useCells(
  api: IApi | null,
  mayEdit: (id: TID, column: string) => boolean,
  ahead: KeysAhead | null,
): Cells | null {
  const cells = useMemo(() => api && ahead && cellsOf(api, mayEdit, ahead), [api, mayEdit, ahead])

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

/** The keyboard goes where the selection goes that the widget leads to the list. */
function leadFocus(api: IApi): () => void {
  let stop: (() => void) | undefined
  const cursor = cursorOf(api)
  const follow = (to?: { id: TID; column: boolean } | null) => {
    if (!to?.column) return
    stop?.()
    stop = nextFrame(() => {
      const { selected = [] } = api.getState()
      const at = cursor.at()
      // Rows that are selected together since then have led it elsewhere.
      if (!at || at.id === to.id || selected.length !== 1 || selected[0] !== to.id) return
      cursor.enter(to.id, at.column)
    })
  }
  const { focusTask } = api.getReactiveState() as unknown as {
    focusTask: { subscribe: (told: typeof follow) => () => void }
  }
  const end = focusTask.subscribe(follow)
  return () => {
    stop?.()
    end()
  }
}

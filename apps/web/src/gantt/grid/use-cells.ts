import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect, useMemo } from 'react'
import { cellsOf } from './cells.ts'
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

  return cells
}

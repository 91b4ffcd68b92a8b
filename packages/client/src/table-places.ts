import type { GridApi, GridState } from './grid-api.ts'
import type { tableRows } from './table-rows.ts'

/** The way to rows the grid does not hold: it knows only the others, so it is a matter of pixels. */
export function tablePlaces(api: GridApi, rows: ReturnType<typeof tableRows>) {
  let sought: { index: number; resolve: () => void } | null = null
  const state = () => api.getState() as GridState

  return {
    /** To the first or the last row, where the focus goes as well. */
    async goTo(index: number): Promise<void> {
      const { sizes, data, focusCell } = state()
      const top = Math.max(0, index + 5 - data.length) * sizes.rowHeight
      await api.exec('scroll-to', { top })
      await new Promise<void>((resolve) => {
        sought = { index, resolve }
        drawn()
      })
      await rows.settled()
      const row = index === 0 ? state().data[0] : state().data.at(-1)
      if (!row || !focusCell) return
      await api.exec('focus-cell', { row: row.id, column: focusCell.column, eventSource: 'key' })
      await api.exec('select-row', { id: row.id })
    },
    drawn,
  }

  /** The grid asks for the rows only after it has been drawn. */
  function drawn(): void {
    if (sought && rows.sees(sought.index)) sought.resolve()
  }
}

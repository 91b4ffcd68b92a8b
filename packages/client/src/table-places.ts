import type { GridApi, GridState } from './grid-api.ts'
import type { Row } from './shown-rows.ts'
import type { tableRows } from './table-rows.ts'

interface PlacesOptions {
  api: GridApi
  rows: ReturnType<typeof tableRows>
  held: () => { data: Row[] }
  /** Where a row stands among rows and headings. */
  lineOf: (row: number) => number
}

/** The way to rows the grid does not hold: it knows only the others, so it is a matter of pixels. */
export function tablePlaces({ api, rows, held, lineOf }: PlacesOptions) {
  let sought: { index: number; resolve: () => void } | null = null
  const state = () => api.getState() as GridState

  return {
    show,
    /** To the first or the last row, where the focus goes as well. */
    async goTo(index: number): Promise<void> {
      // The grid drops it with the row that it was in.
      const { focusCell } = state()
      await show(index)
      await rows.settled()
      const row = index === 0 ? held().data[0] : held().data.at(-1)
      if (!row || !focusCell) return
      await api.exec('focus-cell', { row: row.id, column: focusCell.column, eventSource: 'key' })
      await api.exec('select-row', { id: row.id })
    },
    drawn,
  }

  /** Scrolls until a row is seen, and no further. */
  async function show(index: number): Promise<void> {
    // A row that was added a moment ago has no room yet: what is scrolled to before stays out of reach.
    await nextFrame()
    await nextFrame()
    const { sizes, data } = state()
    const { rowHeight: height } = sizes
    if (rows.sees(index)) {
      const scroll = { top: lineOf(index) * height, height, left: -1, width: 0 }
      return void api.getStores().data.setState({ scroll })
    }
    await api.exec('scroll-to', { top: Math.max(0, lineOf(index) + 5 - data.length) * height })
    await new Promise<void>((resolve) => {
      sought = { index, resolve }
      drawn()
    })
  }

  /** The grid asks for the rows only after it has been drawn. */
  function drawn(): void {
    if (sought && rows.sees(sought.index)) sought.resolve()
  }
}

function nextFrame(): Promise<void> {
  if (typeof requestAnimationFrame === 'undefined') return Promise.resolve()
  return new Promise((resolve) => requestAnimationFrame(() => resolve()))
}

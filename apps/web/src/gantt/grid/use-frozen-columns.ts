import type { IApi } from '@svar-ui/react-gantt'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { tableOf } from './table-of.ts'
import type { Table } from './table-of.ts'

/** By these one knows which row one is in; their places are in `grid.css`. */
const frozen = ['wbs', 'text']

/** So much beside them has to be left for the others, or there would be nothing to scroll. */
const leastPx = 80

/**
 * Number and name stay in sight while the list is scrolled sideways, or the name alone where there is not room for both.
 * The widget cannot hold columns; where these ones stick is said to the style of its cells.
 */
export function useFrozenColumns(
  stage: RefObject<HTMLElement | null>,
  api: IApi | null,
  /** They are looked at anew when they become others. */
  columns: unknown,
): void {
  useEffect(() => {
    const root = stage.current
    if (!api || !root) return undefined
    const tag = Symbol('useFrozenColumns')
    let table: Table | null = null
    let isOver = false
    let held = 0

    const look = () => {
      const list = root.querySelector<HTMLElement>('.wx-table-container')
      const places = placesOf(tableOf(api)?.getState().columns ?? [], list?.clientWidth ?? 0)
      for (const id of frozen) {
        const left = places.lefts.get(id)
        root.style.setProperty(`--gantt-${id}-left`, left === undefined ? 'auto' : `${left}px`)
      }
      held = places.width
    }
    // What gets the focus behind them is in sight for the browser.
    const focused = ({ target }: FocusEvent) => {
      const list = (target as Element).closest('.wx-table-container')
      const cell = (target as Element).closest('.wx-body .wx-cell')
      if (!list || !cell || getComputedStyle(cell).left !== 'auto') return
      const hidden = list.getBoundingClientRect().left + held - cell.getBoundingClientRect().left
      if (hidden > 0) list.scrollLeft -= hidden
    }
    const scrolled = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.matches('.wx-table-container')) return
      root.toggleAttribute('data-scrolled', target.scrollLeft > 0)
    }
    const sizes = new ResizeObserver(look)
    root.addEventListener('scroll', scrolled, true)
    root.addEventListener('focusin', focused)
    void Promise.resolve(api.getTable(true)).then((found) => {
      if (isOver || !found) return
      table = found as unknown as Table
      table.on('resize-column', look, { tag })
      const list = root.querySelector('.wx-table-container')
      if (list) sizes.observe(list)
      look()
    })
    return () => {
      isOver = true
      table?.detach(tag)
      sizes.disconnect()
      root.removeEventListener('scroll', scrolled, true)
      root.removeEventListener('focusin', focused)
    }
  }, [stage, api, columns])
}

type Column = ReturnType<Table['getState']>['columns'][number]

/** How far from the left each that is held stops, and how wide they are together. */
function placesOf(columns: readonly Column[], room: number) {
  const shown = columns.filter(({ id, hidden }) => !hidden && frozen.includes(id))
  const all = widthOf(shown)
  const held = all + leastPx <= room ? shown : shown.filter(({ id }) => id === 'text')
  const width = widthOf(held)
  const isHeld = width > 0 && width + leastPx <= room
  const lefts = new Map(isHeld ? held.map(({ id }, at) => [id, widthOf(held.slice(0, at))]) : [])
  return { lefts, width: isHeld ? width : 0 }
}

function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width = 0 }) => sum + width, 0)
}

import type { CellStore } from './cell-store.ts'
import type { Lines } from 'triptych-client'
import type { Bounds, Cell } from './range.ts'

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface Geometry {
  body: HTMLElement
  rowHeight: number
  /** Where rows stand, and headings between them. */
  lines: Lines
  /** Where the columns that are shown begin and end, in the body of the grid. */
  columns: { id: string; left: number; right: number }[]
}

/** `null` while the grid is not drawn. */
export function geometryOf({ api, area, connection }: CellStore): Geometry | null {
  const body = area.querySelector<HTMLElement>('.wx-body')
  if (!body) return null
  const { columns, sizes, split, scrollLeft } = api.getState()
  const shown = columns.filter(({ hidden }) => !hidden)
  const wide = shown.reduce((sum, { width = 0 }) => sum + width, 0)
  const shares = shown.reduce((sum, { flexgrow = 0 }) => sum + flexgrow, 0)
  const spare = shares > 0 ? Math.max(0, body.offsetWidth - wide) : 0
  const frozen = columns.slice(0, split?.left ?? 0).filter(({ hidden }) => !hidden).length
  const found: Geometry['columns'] = []
  let left = 0
  let frozenTo = 0
  for (const [index, { id, width = 0, flexgrow = 0 }] of shown.entries()) {
    const right = left + width + (shares > 0 ? (spare * flexgrow) / shares : 0)
    const away = scrollLeft ?? 0
    if (index < frozen) {
      frozenTo = right + away
      found.push({ id: String(id), left: left + away, right: right + away })
    } else {
      // What lies below the columns that stay is not drawn over them.
      const seen = Math.max(left, frozenTo)
      found.push({ id: String(id), left: Math.min(seen, Math.max(right, seen)), right })
    }
    left = right
  }
  return { body, rowHeight: sizes?.rowHeight ?? 32, lines: connection.lines(), columns: found }
}

export function boxOf({ columns, rowHeight, lines }: Geometry, bounds: Bounds): Box | null {
  const [first, last] = [columns[bounds.left], columns[bounds.right]]
  if (!first || !last) return null
  const width = last.right - first.left
  if (width <= 0) return null
  const [top, bottom] = [lines.lineOf(bounds.top), lines.lineOf(bounds.bottom)]
  const height = (bottom - top + 1) * rowHeight
  return { left: first.left, top: top * rowHeight, width, height }
}

export function boxOfCell(geometry: Geometry, { row, column }: Cell): Box | null {
  const index = geometry.columns.findIndex(({ id }) => id === column)
  return index < 0 ? null : boxOf(geometry, { top: row, bottom: row, left: index, right: index })
}

/** The cell below a point of the window, or the one nearest to it. */
export function cellAt(geometry: Geometry, x: number, y: number, rows: number): Cell | null {
  const { body, columns, rowHeight, lines } = geometry
  if (columns.length === 0 || rows === 0) return null
  const frame = body.getBoundingClientRect()
  const line = Math.max(0, Math.floor((y - frame.top) / rowHeight))
  const row = Math.min(rows - 1, lines.rowsAbove(line))
  const [far, first] = [x - frame.left, columns[0]!]
  const found = columns.find(({ left, right }) => far >= left && far < right)
  return { row, column: (found ?? (far < first.left ? first : columns.at(-1)!)).id }
}

/** A cell, by the place of its row among all rows and by its column. */
export interface Cell {
  row: number
  column: string
}

/** Where the selection goes after an edit. */
export type After = 'stay' | 'down' | 'up' | 'right' | 'left'

export function isSameCell(one: Cell, other: Cell | undefined): boolean {
  return other?.row === one.row && other.column === one.column
}

/** What is selected: `at` is the cell that keys go to, `to` the corner on the other side. */
export interface Picked {
  at: Cell
  to: Cell
}

/** From corner to corner, all included; columns count among those that are shown. */
export interface Bounds {
  top: number
  bottom: number
  left: number
  right: number
}

export interface Shape {
  columns: readonly string[]
  rows: number
  /** So many rows are seen at once. */
  page: number
}

export function boundsOf({ at, to }: Picked, columns: readonly string[]): Bounds {
  const one = columns.indexOf(at.column)
  const other = columns.indexOf(to.column)
  return {
    top: Math.min(at.row, to.row),
    bottom: Math.max(at.row, to.row),
    left: Math.max(0, Math.min(one, other)),
    right: Math.max(0, one, other),
  }
}

export function pickedIn({ top, bottom, left, right }: Bounds, columns: readonly string[]): Picked {
  return {
    at: { row: top, column: columns[left]! },
    to: { row: bottom, column: columns[right]! },
  }
}

const steps: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Where a key leads from a cell; `null` for keys that lead nowhere. `far` is Ctrl or Cmd. */
export function moved(cell: Cell, key: string, far: boolean, shape: Shape): Cell | null {
  const { columns, rows, page } = shape
  const step = steps[key]
  if (step) {
    const [down, right] = step.map((by) => (far ? by * Infinity || 0 : by)) as [number, number]
    return within({ row: cell.row + down, column: columns.indexOf(cell.column) + right }, shape)
  }
  const column = columns.indexOf(cell.column)
  switch (key) {
    case 'Home':
      return within({ row: far ? 0 : cell.row, column: 0 }, shape)
    case 'End':
      return within({ row: far ? rows - 1 : cell.row, column: Infinity }, shape)
    case 'PageUp':
      return within({ row: cell.row - page, column }, shape)
    case 'PageDown':
      return within({ row: cell.row + page, column }, shape)
    default:
      return null
  }
}

/** The next cell to the right or to the left, row after row; `null` at the end. */
export function nextCell(cell: Cell, by: 1 | -1, shape: Shape): Cell | null {
  const column = shape.columns.indexOf(cell.column) + by
  if (shape.columns[column] !== undefined) return { ...cell, column: shape.columns[column] }
  const row = cell.row + by
  if (row < 0 || row >= shape.rows) return null
  return { row, column: by > 0 ? shape.columns[0]! : shape.columns.at(-1)! }
}

function within(
  { row, column }: { row: number; column: number },
  { columns, rows }: Shape,
): Cell | null {
  const last = columns.length - 1
  if (last < 0 || rows === 0) return null
  const name = columns[Math.max(0, Math.min(last, column))]!
  return { row: Math.max(0, Math.min(rows - 1, row)), column: name }
}

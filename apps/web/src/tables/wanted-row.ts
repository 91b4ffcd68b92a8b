/** A row that somebody was led to from elsewhere: the keyboard is to go to it. */
export interface WantedRow {
  table: string
  id: number
  column: string
}

let wanted: WantedRow | null = null
const listeners = new Set<() => void>()

/** As soon as it is there, unless somebody takes the mouse before. */
export function wantRow(row: WantedRow): void {
  wanted = row
  addEventListener('pointerdown', () => forget(row), { once: true, capture: true })
  for (const listener of listeners) listener()
}

/**
 * Asks `enter` to go to the row that is wanted in a table: now, when another one is, and whenever the answered function
 * is called. It answers whether it could.
 */
export function enterWanted(table: string, enter: (row: WantedRow) => boolean) {
  const look = () => {
    const row = wanted
    if (row?.table !== table) return
    // To enter it is news, too, after which nobody is to look for it again.
    wanted = null
    if (!enter(row)) wanted = row
  }
  listeners.add(look)
  return { look, end: () => void listeners.delete(look) }
}

function forget(row: WantedRow): void {
  if (wanted === row) wanted = null
}

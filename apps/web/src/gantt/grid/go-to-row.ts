import type { IApi, TID } from '@svar-ui/react-gantt'

const steps: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1, PageUp: -1, PageDown: 1 }

/** The row to which a key leads, or `null` where it leads to none. With Ctrl it is the first or the last. */
export function goalOf(api: IApi, from: TID, key: string, isCommand: boolean): TID | null {
  const rows = rowsShown(api)
  if (isCommand) {
    const end = { Home: 0, End: -1 }[key]
    return end === undefined ? null : (rows.at(end) ?? null)
  }
  const step = steps[key]
  if (!step) return null
  const by = key.startsWith('Page') ? step * pageOf(api) : step
  const to = Math.max(0, Math.min(rows.length - 1, rows.indexOf(from) + by))
  return rows[to] ?? null
}

export function selectAll(api: IApi): void {
  const rows = rowsShown(api)
  if (rows.length === 0) return
  void api.exec('select-task', { id: rows[0]!, show: false })
  void api.exec('select-task', { id: rows.at(-1)!, range: true, show: false })
}

export function rowsShown(api: IApi): TID[] {
  return (api.getState()._tasks as readonly { id: TID }[]).map(({ id }) => id)
}

/** As many rows as are seen, but one, by which one knows where one comes from. */
function pageOf(api: IApi): number {
  const { cellHeight = 36 } = api.getState()
  const seen = document.querySelector('.gantt-stage .wx-table-container')?.clientHeight ?? 0
  const header = document.querySelector('.gantt-stage .wx-table .wx-header')?.clientHeight ?? 0
  return Math.max(1, Math.floor((seen - header) / cellHeight) - 1)
}

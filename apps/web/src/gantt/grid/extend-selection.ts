import type { IApi, TID } from '@svar-ui/react-gantt'

/** Rows that are selected together, from where it began to where the focus is. */
export interface RowRange {
  start: TID
  end: TID
}

/** To another row, also back again; answers what is selected then. */
export function extendSelection(api: IApi, { start }: RowRange, next: TID): RowRange {
  const rows = (api.getState()._tasks as readonly { id: TID }[]).map(({ id }) => id)
  const [from, to] = [rows.indexOf(start), rows.indexOf(next)].toSorted((one, other) => one - other)
  const wanted = new Set(rows.slice(from, to! + 1))
  const toggle = (id: TID) => void api.exec('select-task', { id, toggle: true, show: false })
  // Never none: without one the widget takes the next for the only one.
  for (const id of wanted) if (!isSelected(api, id)) toggle(id)
  for (const id of api.getState().selected ?? []) if (!wanted.has(id)) toggle(id)
  return { start, end: next }
}

function isSelected(api: IApi, id: TID): boolean {
  return api.getState().selected?.includes(id) ?? false
}

import type { IApi, TID } from '@svar-ui/react-gantt'

export type RowMove = 'indent' | 'outdent' | 'up' | 'down'

/** Moves what is selected, each branch once, so that their order stays. */
export function moveRows(api: IApi, move: RowMove): void {
  const { selected = [], tasks, _tasks } = api.getState()
  const chosen = new Set(selected)
  const rows = (_tasks as readonly { id: TID }[])
    .map(({ id }) => id)
    .filter((id) => chosen.has(id) && !isBelow(id))
  // From the end on, those that come next are not in the way.
  if (move === 'outdent' || move === 'down') rows.reverse()
  for (const id of rows) {
    if (move === 'up' || move === 'down') void api.exec('move-task', { id, mode: move })
    else void api.exec('indent-task', { id, mode: move === 'indent' })
  }

  function isBelow(id: TID): boolean {
    for (let at = tasks.byId(id)?.parent; at; at = tasks.byId(at)?.parent) {
      if (chosen.has(at)) return true
    }
    return false
  }
}

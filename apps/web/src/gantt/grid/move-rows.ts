import type { IApi } from '@svar-ui/react-gantt'
import { rowsOf } from './rows-of.ts'

export type RowMove = 'indent' | 'outdent' | 'up' | 'down'

/** Moves what is selected, each branch once, so that their order stays. */
export function moveRows(api: IApi, move: RowMove): void {
  const rows = rowsOf(api, api.getState().selected ?? [])
  // From the end on, those that come next are not in the way.
  if (move === 'outdent' || move === 'down') rows.reverse()
  for (const id of rows) {
    if (move === 'up' || move === 'down') void api.exec('move-task', { id, mode: move })
    else void api.exec('indent-task', { id, mode: move === 'indent' })
  }
}

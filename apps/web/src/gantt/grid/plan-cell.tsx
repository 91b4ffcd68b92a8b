import type { ICellProps } from '@svar-ui/react-grid'
import { useContext } from 'react'
import { columnNamed } from './column-named.ts'
import { GridContext } from './grid-plan.ts'
import type { GridTask } from './grid-plan.ts'

/** What a cell of the grid says. */
export function PlanCell({ row, column }: ICellProps) {
  const plan = useContext(GridContext)
  const own = columnNamed(String(column.id))
  // Of a row that has no name yet nothing is known.
  if (!plan || !own || (row['isDraft'] && own.id !== 'wbs')) return null
  if (row['$group'])
    return own.id === 'text' ? <b className="gantt-cell-text">{row['text']}</b> : null
  const text = own.shown(row as unknown as GridTask, plan)
  return (
    <span className="gantt-cell-text" title={text}>
      {text}
    </span>
  )
}

import type { ICellProps } from '@svar-ui/react-grid'
import { useContext } from 'react'
import { TaskRightsContext } from '../task-rights.ts'

/** What adds a task below the one of a row, where that may be done. */
export function AddCell({ row }: ICellProps) {
  const mayChange = useContext(TaskRightsContext)
  if (
    row['isDraft'] ||
    row['$group'] ||
    row['$grouped'] ||
    !mayChange(row['id'] as string | number)
  )
    return null
  return <i className="wxi-plus gantt-add" data-action="add-task" />
}

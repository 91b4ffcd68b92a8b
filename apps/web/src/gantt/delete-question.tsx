import type { ITask } from '@svar-ui/react-gantt'
import { Dialog } from '../dialog.tsx'

export interface DeleteQuestionProps {
  tasks: readonly ITask[]
  onDelete: () => void
  onClose: () => void
}

export function DeleteQuestion({ tasks, onDelete, onClose }: DeleteQuestionProps) {
  const name = tasks.length === 1 ? `“${tasks[0]?.text ?? ''}”` : `${tasks.length} tasks`
  return (
    <Dialog
      title={`Delete ${name}?`}
      action="Delete"
      isDangerous
      onAct={onDelete}
      onClose={onClose}
    >
      <p>{belowThem(tasks)}</p>
    </Dialog>
  )
}

function belowThem(tasks: readonly ITask[]): string {
  const below = tasks.flatMap(everyTaskBelow)
  const isWhole = ![...tasks, ...below].some(({ lazy }) => lazy)
  const count = new Set(below.map(({ id }) => id)).size
  if (!isWhole) return 'There are tasks below it, some of them not shown.'
  if (count === 0) return ''
  return count === 1 ? 'There is one task below it.' : `There are ${count} tasks below it.`
}

function everyTaskBelow({ data }: ITask): ITask[] {
  return (data ?? []).flatMap((task) => [task, ...everyTaskBelow(task)])
}

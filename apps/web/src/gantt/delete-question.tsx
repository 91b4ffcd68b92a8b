import type { ITask } from '@svar-ui/react-gantt'
import { Dialog } from '../dialog.tsx'
import { t } from '../words/words.ts'

export interface DeleteQuestionProps {
  tasks: readonly ITask[]
  onDelete: () => void
  onClose: () => void
}

export function DeleteQuestion({ tasks, onDelete, onClose }: DeleteQuestionProps) {
  const name =
    tasks.length === 1 ? `“${tasks[0]?.text ?? ''}”` : t('{count} tasks', { count: tasks.length })
  return (
    <Dialog
      title={t('Delete {name}?', { name })}
      action={t('Delete')}
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
  if (!isWhole) return t('There are tasks below it, some of them not shown.')
  if (count === 0) return ''
  return count === 1
    ? t('There is one task below it.')
    : t('There are {count} tasks below it.', { count })
}

function everyTaskBelow({ data }: ITask): ITask[] {
  return (data ?? []).flatMap((task) => [task, ...everyTaskBelow(task)])
}

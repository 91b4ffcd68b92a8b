import type { ITask } from '@svar-ui/react-gantt'
import { locale } from '../../place/locale.ts'
import { Dialog } from '../../dialog.tsx'
import { counted, t } from '../../words/words.ts'

export interface DeleteQuestionProps {
  tasks: readonly ITask[]
  onDelete: () => void
  onClose: () => void
}

export function DeleteQuestion({ tasks, onDelete, onClose }: DeleteQuestionProps) {
  const title =
    tasks.length === 1
      ? t('Delete “{name}”?', { name: tasks[0]?.text ?? '' })
      : t('Delete {count} tasks?', { count: tasks.length.toLocaleString(locale) })
  return (
    <Dialog title={title} action={t('Delete')} isDangerous onAct={onDelete} onClose={onClose}>
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
  return counted(count, 'There is one task below it.', 'There are {count} tasks below it.')
}

function everyTaskBelow({ data }: ITask): ITask[] {
  return (data ?? []).flatMap((task) => [task, ...everyTaskBelow(task)])
}

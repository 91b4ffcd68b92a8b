import type { IApi, TID } from '@svar-ui/react-gantt'
import type { Schedule } from '@triptych/contract/schedule'
import { useContext, useId } from 'react'
import { useTask } from '../gantt/chart/use-task.ts'
import { AnalysisContext } from './analysis-context.ts'
import { KeptInput } from './kept-input.tsx'
import { lengthOf, lengthText } from './span-text.ts'
import { hasChildren, modeOf } from './task-schedule.ts'
import type { ScheduledTask } from './task-schedule.ts'
import { t } from '../words/words.ts'

/** Whether a task of a plan that schedules itself has a length of its own, by which it is drawn. */
export function isOfLength(task: ScheduledTask): boolean {
  return mayHaveLength(task) && task.type !== 'milestone'
}

/** Whether it has one, or would as something else than a milestone. */
export function mayHaveLength(task: ScheduledTask): boolean {
  return modeOf(task) === 'auto' && !hasChildren(task)
}

interface LengthInputProps {
  api: IApi
  task: ScheduledTask
  schedule: Schedule
  id?: string
  disabled?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
}

/** How long a task takes, in working time. */
export function LengthInput({ api, task, schedule, ...field }: LengthInputProps) {
  const { length, elapsed } = task

  function keep(text: string): string | null {
    const said = lengthOf(text, schedule)
    if (!said) return t('Write a length such as 3d, 4h or 2w.')
    void api.exec('update-task', { id: task.id, task: said })
    return null
  }

  const shown =
    typeof length === 'number' ? lengthText({ length, elapsed: elapsed === true }, schedule) : ''
  return <KeptInput {...field} type="text" value={shown} onKeep={keep} />
}

interface DurationFieldProps {
  api?: IApi | null
  task?: TID | null
  isReadOnly?: boolean
}

/** The duration in the editor: the widget's own counts the days of the chart, weekends among them. */
export function DurationField({ api, task = null, isReadOnly = false }: DurationFieldProps) {
  if (!api || task === null) return null
  return <Duration key={task} api={api} task={task} isReadOnly={isReadOnly} />
}

interface DurationProps {
  api: IApi
  task: TID
  isReadOnly: boolean
}

function Duration({ api, task: id, isReadOnly }: DurationProps) {
  const { schedule } = useContext(AnalysisContext)
  const task = useTask(api, id) as ScheduledTask | null
  const hint = useId()
  if (!task || !schedule) return null
  return (
    <div className="task-duration">
      <LengthInput
        {...{ api, task, schedule }}
        disabled={isReadOnly}
        // The label of the editor is only for what is of the widget.
        aria-label={t('Duration')}
        aria-describedby={hint}
      />
      <small id={hint}>{t('Working time: 3d, 4h or 2w')}</small>
    </div>
  )
}

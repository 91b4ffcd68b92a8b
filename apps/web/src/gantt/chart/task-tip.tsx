import type { IApi, ITask, Tooltip } from '@svar-ui/react-gantt'
import { useContext } from 'react'
import type { ComponentProps } from 'react'
import { BaselineLines } from '../../baselines/baseline-lines.tsx'
import { LinkConflicts, SlackLines } from '../../schedule/slack-lines.tsx'
import { GridContext } from '../grid/grid-plan.ts'
import { lastDayOf } from '../last-day.ts'
import { dayOfStart } from '../milestone-day.ts'
import type { PointPlan } from '../milestone-day.ts'
import { assignedTo, TeamContext } from '../team-context.ts'
import { useTask } from './use-task.ts'
import { locale } from '../../place/locale.ts'
import { t } from '../../words/words.ts'

type TipProps = ComponentProps<NonNullable<ComponentProps<typeof Tooltip>['content']>>

const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

/** What is told of a task, or of a link that is not kept to, when the mouse points at it. */
export function TaskTip({ data }: TipProps) {
  if ('link' in data && data.link?.id !== undefined) return <LinkConflicts link={data.link.id} />
  const task = 'task' in data ? data.task : undefined
  return task?.id ? <LiveLines task={task} /> : null
}

/** The widget keeps the task as it was when the mouse came; it may have been dragged since. */
function LiveLines({ task }: { task: ITask }) {
  const plan = useContext(GridContext)
  return plan ? <NowLines api={plan.api} task={task} /> : <TaskLines task={task} />
}

function NowLines({ api, task }: { api: IApi; task: ITask }) {
  return <TaskLines task={useTask(api, task.id!) ?? task} />
}

/** A task in a few words. */
export function TaskLines({ task }: { task: ITask }) {
  const team = useContext(TeamContext)
  const plan = useContext(GridContext)
  const names = assignedTo(team, task.id!).map(({ name }) => name)
  return (
    <div className="gantt-tip">
      <strong>{task.text}</strong>
      <span>{spanOf(task, plan)}</span>
      {task.type !== 'milestone' && (
        <span>{t('{progress} % done', { progress: Math.round(task.progress ?? 0) })}</span>
      )}
      <SlackLines task={task.id!} />
      <BaselineLines task={task.id!} />
      {names.length > 0 && <span>{names.join(', ')}</span>}
    </div>
  )
}

/** The days of a task. */
export function spanOf(task: ITask, plan: PointPlan | null): string {
  const { start, end, type } = task
  if (!start) return ''
  if (type === 'milestone') return date.format(plan ? dayOfStart(task, plan) : start)
  if (!end) return date.format(start)
  const last = end > start ? lastDayOf(end) : start
  return `${date.format(start)} – ${date.format(last)}`
}

import type { IApi, TID } from '@svar-ui/react-gantt'
import { useContext } from 'react'
import { useTask } from '../gantt/chart/use-task.ts'
import { AnalysisContext } from './analysis-context.ts'
import { conflictText } from './analysis-text.ts'
import { ChoiceLine, Line } from './field-line.tsx'
import { KeptInput } from './kept-input.tsx'
import { isOfLength, LengthInput } from './length-input.tsx'
import { SlackLines } from './slack-lines.tsx'
import { TaskDateFields } from './task-date-fields.tsx'
import { TaskEffortFields } from './task-effort-fields.tsx'
import { hasChildren, modeFields, modeOf } from './task-schedule.ts'
import type { ScheduledTask, TaskMode } from './task-schedule.ts'
import { t } from '../words/words.ts'

interface TaskScheduleFieldProps {
  api?: IApi | null
  task?: TID | null
  isReadOnly?: boolean
}

/** Says in the editor what a task is scheduled by. */
export function TaskScheduleField({
  api,
  task = null,
  isReadOnly = false,
}: TaskScheduleFieldProps) {
  if (!api || task === null) return null
  return <Fields key={task} api={api} id={task} isReadOnly={isReadOnly} />
}

const modeNames: Record<TaskMode, string> = {
  auto: t('By links and constraints'),
  manual: t('By hand: it stands where it was put'),
  unscheduled: t('Not yet: it has no place in time'),
}

const modes = Object.keys(modeNames) as TaskMode[]

function Fields({ api, id, isReadOnly }: { api: IApi; id: TID; isReadOnly: boolean }) {
  const { schedule, calendars, analysis, names, realId } = useContext(AnalysisContext)
  const task = useTask(api, id) as ScheduledTask | null
  if (!task || !schedule) return null
  const isSummary = hasChildren(task)
  const isAuto = schedule.mode === 'auto'
  const mode = modeOf(task)
  const own = Number(realId(id))
  const conflicts = (analysis?.conflicts ?? []).filter((one) => one.task === own)

  const say = (fields: object) => void api.exec('update-task', { id, task: fields })

  /** Empty is as if it had never been said. */
  function keepPriority(text: string): string | null {
    const said = text === '' ? null : wholeOf(text, 1000)
    if (said === undefined) return t('Write a whole number from 0 to 1000.')
    say({ priority: said })
    return null
  }

  function keepProgress(text: string): string | null {
    const said = wholeOf(text, 100)
    if (said === undefined) return t('Write a whole number from 0 to 100.')
    say({ progress: said })
    return null
  }

  return (
    <fieldset className="task-schedule" disabled={isReadOnly}>
      <legend>{t('How it is scheduled')}</legend>
      <p className="why">
        <SlackLines task={id} />
      </p>
      {isAuto && (
        <ChoiceLine
          label={t('Scheduled')}
          value={mode}
          choices={modes
            .filter((one) => one !== 'unscheduled' || !isSummary)
            .map((one) => [one, modeNames[one]])}
          onChoose={(next) => say(modeFields[next])}
        />
      )}
      {isAuto && isOfLength(task) && (
        <>
          <Line
            label={t('Working time')}
            hint={t('3d, 4h or 2w of work; 3ed are days through nights and weekends.')}
          >
            {(field) => <LengthInput {...field} {...{ api, task, schedule }} />}
          </Line>
          <TaskEffortFields {...{ task, schedule, say }} />
        </>
      )}
      {!isSummary && task.type !== 'milestone' && (
        <Line label={t('Percent complete')}>
          {(field) => (
            <KeptInput
              {...field}
              type="number"
              min={0}
              max={100}
              value={String(Math.round(Number(task.progress ?? 0)))}
              onKeep={keepProgress}
            />
          )}
        </Line>
      )}
      {mode !== 'unscheduled' && <TaskDateFields {...{ task, schedule, say }} />}
      {!isSummary && calendars.length > 0 && (
        <ChoiceLine
          label={t('Calendar')}
          value={typeof task.calendar === 'number' ? String(task.calendar) : ''}
          choices={[
            ['', t('That of the plan')],
            ...calendars.map(
              (one) => [String(one.id), one.name || t('Calendar {id}', { id: one.id })] as const,
            ),
          ]}
          onChoose={(next) => say({ calendar: next === '' ? null : Number(next) })}
        />
      )}
      {isAuto && !isSummary && (
        <Line
          label={t('Priority')}
          hint={t('0 to 1000: what is higher is levelled first, and 1000 stays where it is.')}
        >
          {(field) => (
            <KeptInput
              {...field}
              type="number"
              min={0}
              max={1000}
              placeholder="500"
              value={typeof task.priority === 'number' ? String(task.priority) : ''}
              onKeep={keepPriority}
            />
          )}
        </Line>
      )}
      <ul className="task-conflicts" aria-live="polite">
        {names && conflicts.map((one, index) => <li key={index}>{conflictText(one, names)}</li>)}
      </ul>
    </fieldset>
  )
}

/** `undefined`: it is none up to there. */
function wholeOf(text: string, most: number): number | undefined {
  return /^\d{1,4}$/.test(text.trim()) && Number(text) <= most ? Number(text) : undefined
}

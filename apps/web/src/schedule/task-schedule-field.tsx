import type { IApi, TID } from '@svar-ui/react-gantt'
import { wallTime } from '@triptych/client'
import { constraintTypes } from '@triptych/contract/schedule'
import { useContext, useId } from 'react'
import type { ReactNode } from 'react'
import { useTask } from '../gantt/use-task.ts'
import { AnalysisContext } from './analysis-context.ts'
import { conflictText } from './analysis-text.ts'
import { boundDate, boundText, dateInput } from './bound-date.ts'
import { constraintNames, hasDate, isOfFinish } from './constraint-text.ts'
import type { ConstraintType } from './constraint-text.ts'
import { KeptInput } from './kept-input.tsx'
import { isOfLength, LengthInput } from './length-input.tsx'
import { SlackLines } from './slack-lines.tsx'
import { constraintOf, hasChildren, modeFields, modeOf } from './task-schedule.ts'
import type { ScheduledTask, TaskMode } from './task-schedule.ts'

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
  auto: 'By links and constraints',
  manual: 'By hand: it stands where it was put',
  unscheduled: 'Not yet: it has no place in time',
}

function Fields({ api, id, isReadOnly }: { api: IApi; id: TID; isReadOnly: boolean }) {
  const { schedule, calendars, analysis, names, realId } = useContext(AnalysisContext)
  const task = useTask(api, id) as ScheduledTask | null
  if (!task || !schedule) return null
  const isSummary = hasChildren(task)
  const isAuto = schedule.mode === 'auto'
  const mode = modeOf(task)
  const { type, date } = constraintOf(task)
  const isFinish = isOfFinish(type)
  const own = Number(realId(id))
  const conflicts = (analysis?.conflicts ?? []).filter((one) => one.task === own)

  const say = (fields: object) => void api.exec('update-task', { id, task: fields })

  /** A date that is asked for begins where the task stands. */
  function constrain(next: ConstraintType): void {
    const at = (isOfFinish(next) ? task!.end : undefined) ?? task!.start
    const given = date !== null && isFinish === isOfFinish(next) ? date : at && wallTime(at)
    say({ constraint: { type: next, date: hasDate(next) ? given : null } })
  }

  /** Empty is as if it had never been said. */
  function keepPriority(text: string): string | null {
    const said = text === '' ? null : wholeOf(text, 1000)
    if (said === undefined) return 'Write a whole number from 0 to 1000.'
    say({ priority: said })
    return null
  }

  function keepProgress(text: string): string | null {
    const said = wholeOf(text, 100)
    if (said === undefined) return 'Write a whole number from 0 to 100.'
    say({ progress: said })
    return null
  }

  function keepDate(text: string): string | null {
    const said = boundDate(text, isFinish, schedule!)
    if (said === null) return 'This constraint needs a date.'
    say({ constraint: { type, date: said } })
    return null
  }

  function keepDeadline(text: string): null {
    say({ deadline: boundDate(text, true, schedule!) })
    return null
  }

  return (
    <fieldset className="task-schedule" disabled={isReadOnly}>
      <legend>How it is scheduled</legend>
      <p className="why">
        <SlackLines task={id} />
      </p>
      {isAuto && (
        <Line label="Scheduled">
          {(field) => (
            <select
              {...field}
              className="control"
              value={mode}
              onChange={({ target }) => say(modeFields[target.value as TaskMode])}
            >
              {(Object.keys(modeNames) as TaskMode[])
                .filter((one) => one !== 'unscheduled' || !isSummary)
                .map((one) => (
                  <option key={one} value={one}>
                    {modeNames[one]}
                  </option>
                ))}
            </select>
          )}
        </Line>
      )}
      {isAuto && isOfLength(task) && (
        <Line
          label="Working time"
          hint="3d, 4h or 2w of work; 3ed are days through nights and weekends."
        >
          {(field) => <LengthInput {...field} {...{ api, task, schedule }} />}
        </Line>
      )}
      {!isSummary && task.type !== 'milestone' && (
        <Line label="Percent complete">
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
      {mode !== 'unscheduled' && (
        <>
          <Line label="Constraint">
            {(field) => (
              <select
                {...field}
                className="control"
                value={type}
                onChange={({ target }) => constrain(target.value as ConstraintType)}
              >
                {constraintTypes.map((one) => (
                  <option key={one} value={one}>
                    {constraintNames[one]}
                  </option>
                ))}
              </select>
            )}
          </Line>
          {hasDate(type) && (
            <Line label="Date of the constraint">
              {(field) => (
                <KeptInput
                  {...field}
                  type={dateInput(schedule)}
                  value={date === null ? '' : boundText(date, isFinish, schedule)}
                  onKeep={keepDate}
                />
              )}
            </Line>
          )}
          <Line label="Deadline" hint="It moves nothing; you are told when it is missed.">
            {(field) => (
              <KeptInput
                {...field}
                type={dateInput(schedule)}
                value={
                  typeof task.deadline === 'string' ? boundText(task.deadline, true, schedule) : ''
                }
                onKeep={keepDeadline}
              />
            )}
          </Line>
        </>
      )}
      {!isSummary && calendars.length > 0 && (
        <Line label="Calendar">
          {(field) => (
            <select
              {...field}
              className="control"
              value={typeof task.calendar === 'number' ? task.calendar : ''}
              onChange={({ target }) =>
                say({ calendar: target.value === '' ? null : Number(target.value) })
              }
            >
              <option value="">That of the plan</option>
              {calendars.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name || `Calendar ${one.id}`}
                </option>
              ))}
            </select>
          )}
        </Line>
      )}
      {isAuto && !isSummary && (
        <Line
          label="Priority"
          hint="0 to 1000: what is higher is levelled first, and 1000 stays where it is."
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

interface LineProps {
  label: string
  hint?: string
  children: (field: { id: string; 'aria-describedby'?: string }) => ReactNode
}

/** A field with its name and, beside that, a hint. */
function Line({ label, hint, children }: LineProps) {
  const id = useId()
  return (
    <div className="line">
      <label htmlFor={id}>{label}</label>
      {children({ id, ...(hint && { 'aria-describedby': `${id}-hint` }) })}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}

import { wallTime } from 'triptych-client'
import { constraintTypes } from '@triptych/contract/schedule'
import type { Schedule } from '@triptych/contract/schedule'
import { boundDate, boundText } from './bound-date.ts'
import { constraintNames, hasDate, isOfFinish } from './constraint-text.ts'
import type { ConstraintType } from './constraint-text.ts'
import { ChoiceLine, Line } from './field-line.tsx'
import { KeptDay } from '../place/kept-day.tsx'
import { constraintOf } from './task-schedule.ts'
import type { ScheduledTask } from './task-schedule.ts'
import { t } from '../words/words.ts'

interface TaskDateFieldsProps {
  task: ScheduledTask
  schedule: Schedule
  say: (fields: object) => void
}

/** When a task has to be, and by when it should be done. */
export function TaskDateFields({ task, schedule, say }: TaskDateFieldsProps) {
  const { type, date } = constraintOf(task)
  const isFinish = isOfFinish(type)

  /** A date that is asked for begins where the task stands. */
  function constrain(next: ConstraintType): void {
    const at = (isOfFinish(next) ? task.end : undefined) ?? task.start
    const given = date !== null && isFinish === isOfFinish(next) ? date : at && wallTime(at)
    say({ constraint: { type: next, date: hasDate(next) ? given : null } })
  }

  function keepDate(text: string): string | null {
    const said = boundDate(text, isFinish, schedule)
    if (said === null) return t('This constraint needs a date.')
    say({ constraint: { type, date: said } })
    return null
  }

  function keepDeadline(text: string): null {
    say({ deadline: boundDate(text, true, schedule) })
    return null
  }

  return (
    <>
      <ChoiceLine
        label={t('Constraint')}
        value={type}
        choices={constraintTypes.map((one) => [one, constraintNames[one]])}
        onChoose={constrain}
      />
      {hasDate(type) && (
        <Line label={t('Date of the constraint')}>
          {(field) => (
            <KeptDay
              {...field}
              hasTime={schedule.durationUnit === 'hour'}
              value={date === null ? '' : boundText(date, isFinish, schedule)}
              onKeep={keepDate}
            />
          )}
        </Line>
      )}
      <Line label={t('Deadline')} hint={t('It moves nothing; you are told when it is missed.')}>
        {(field) => (
          <KeptDay
            {...field}
            hasTime={schedule.durationUnit === 'hour'}
            value={
              typeof task.deadline === 'string' ? boundText(task.deadline, true, schedule) : ''
            }
            onKeep={keepDeadline}
          />
        )}
      </Line>
    </>
  )
}

import type { Schedule } from '@triptych/contract/schedule'
import { effortHint, effortOf, effortText } from './effort-text.ts'
import { ChoiceLine, Line } from './field-line.tsx'
import { KeptInput } from './kept-input.tsx'
import type { ScheduledTask } from './task-schedule.ts'
import { t } from '../words/words.ts'

interface TaskEffortFieldsProps {
  task: ScheduledTask
  schedule: Schedule
  say: (fields: object) => void
}

/** As Microsoft Project calls them, with what stays as it is when something else is changed. */
const fixedNames = {
  units: t('How many work on it (fixed units)'),
  work: t('How much there is to do (fixed work)'),
  duration: t('How long it takes (fixed duration)'),
}

const fixedKinds = ['units', 'work', 'duration'] as const

/** What there is to do for all who work on a task, and what follows when that, or they, change. */
export function TaskEffortFields({ task, schedule, say }: TaskEffortFieldsProps) {
  const hasEffort = typeof task.effort === 'number'
  const fixed = fixedKinds.find((one) => one === task.fixed) ?? 'units'

  function keepEffort(text: string): string | null {
    const effort = effortOf(text, schedule)
    if (effort === undefined) return effortHint
    say({ effort })
    return null
  }

  return (
    <>
      <Line
        label={t('Effort')}
        hint={t('What there is to do for all together: 16h or 3d. Empty: as it takes.')}
      >
        {(field) => (
          <KeptInput {...field} type="text" value={effortText(task.effort)} onKeep={keepEffort} />
        )}
      </Line>
      {hasEffort && (
        <ChoiceLine
          label={t('What stays as it is')}
          value={fixed}
          choices={fixedKinds.map((one) => [one, fixedNames[one]])}
          onChoose={(next) => say({ fixed: next })}
        />
      )}
      {hasEffort && fixed !== 'work' && (
        <label className="check">
          <input
            type="checkbox"
            checked={task.effortDriven === true}
            onChange={({ target }) => say({ effortDriven: target.checked })}
          />
          {t('With more people there is less to do for each')}
        </label>
      )}
    </>
  )
}

import type { Server } from 'triptych-client'
import { scheduleModes } from '@triptych/contract/schedule'
import type { PutSchedule, Schedule } from '@triptych/contract/schedule'
import { lazy, Suspense, useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { DayField } from '../place/day-field.tsx'
import { reschedule } from './ask-schedule.ts'
import { ConflictList } from './conflict-list.tsx'
import type { PlanNames } from './plan-names.ts'
import type { Rescheduled, Scheduling } from './ask-schedule.ts'
import { modeHints, modeNames, toMoveText } from './schedule-text.ts'
import { useToMove } from './use-to-move.ts'
import { t } from '../words/words.ts'

const CalendarsDialog = lazy(async () => ({
  default: (await import('./calendars-dialog.tsx')).CalendarsDialog,
}))

export interface ScheduleDialogProps {
  server: Server
  scheduling: Scheduling
  mayChange: boolean
  names: PlanNames
  /** Leads to a task. */
  onTask: (task: number) => void
  /** Calendars have been changed, and there is more to do here. */
  onCalendars: (done: Rescheduled) => void
  /** Leads to what is late at a status date, if there is one. */
  onUpdate: (statusDate: string | null) => void
  onDone: (done: Rescheduled) => void
  onClose: () => void
}

/** How the plan is scheduled. Whoever may not change it is shown how. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { server, scheduling, mayChange, onDone, onClose } = props
  const { schedule, calendars } = scheduling
  const [said, setSaid] = useState<PutSchedule>({})
  const [hasCalendars, setCalendars] = useState(false)
  const draft = { ...schedule, ...said } as Schedule
  const changes = changesOf(schedule, said)
  const isChanged = Object.keys(changes).length > 0
  const toMove = useToMove(server, isChanged && draft.mode === 'auto' ? changes : null)
  const end = draft.from

  async function save(): Promise<void> {
    onDone(await reschedule(server, { method: 'PUT', path: 'schedule', body: changes }))
  }

  return (
    <>
      <Dialog
        title={t('Scheduling')}
        {...(mayChange && { action: t('Save'), onAct: save })}
        isDisabled={!isChanged}
        onClose={onClose}
      >
        <fieldset className="schedule-modes" disabled={!mayChange}>
          <legend>{t('Who says when tasks begin')}</legend>
          {scheduleModes.map((mode) => (
            <label key={mode}>
              <input
                type="radio"
                name="mode"
                checked={draft.mode === mode}
                onChange={() => setSaid({ ...said, mode })}
              />
              <span>
                {modeNames[mode]}
                <small>{modeHints[mode]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="row">
          <label className="field">
            {end === 'start' ? t('Start of the plan') : t('Finish of the plan')}
            <DayField
              value={draft[end]?.slice(0, 10) ?? ''}
              disabled={!mayChange}
              onDay={(day) => setSaid({ ...said, [end]: momentOf(day) })}
            />
          </label>
          <label className="field">
            {t('Working calendar')}
            <select
              value={draft.calendar ?? ''}
              disabled={!mayChange}
              onChange={({ target }) =>
                setSaid({ ...said, calendar: target.value === '' ? null : Number(target.value) })
              }
            >
              <option value="">{t('Monday to Friday, 8 to 17')}</option>
              {calendars.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name || t('Calendar {id}', { id })}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div className="row">
          <label className="field">
            {t('Status date')}
            <DayField
              value={draft.statusDate?.slice(0, 10) ?? ''}
              disabled={!mayChange}
              onDay={(day) => setSaid({ ...said, statusDate: momentOf(day) })}
            />
          </label>
          <label className="field">
            {t('Progress of summaries')}
            <select
              value={draft.progressBy}
              disabled={!mayChange}
              onChange={({ target }) =>
                setSaid({ ...said, progressBy: target.value as Schedule['progressBy'] })
              }
            >
              <option value="duration">{t('By how long tasks take')}</option>
              <option value="work">{t('By how much there is to do')}</option>
            </select>
          </label>
        </div>
        {mayChange && (
          <button type="button" className="plain schedule-more" onClick={() => setCalendars(true)}>
            {t('Calendars…')}
          </button>
        )}
        {mayChange && schedule.mode === 'auto' && (
          <button
            type="button"
            className="plain schedule-more"
            onClick={() => props.onUpdate(draft.statusDate)}
          >
            {t('Update…')}
          </button>
        )}
        {mayChange && (
          <p className="hint" aria-live="polite">
            {toMove !== null && toMoveText(toMove)}
          </p>
        )}
        {schedule.mode !== 'off' && (
          <ConflictList server={server} names={props.names} onTask={props.onTask} />
        )}
      </Dialog>
      {hasCalendars && (
        <Suspense fallback={null}>
          <CalendarsDialog
            {...{ server, scheduling }}
            onDone={(done, added) => {
              setCalendars(false)
              if (added !== null) setSaid({ ...said, calendar: added })
              props.onCalendars(done)
            }}
            onClose={() => setCalendars(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function momentOf(day: string): string | null {
  return day === '' ? null : `${day}T00:00:00`
}

function changesOf(schedule: Schedule, said: PutSchedule): PutSchedule {
  const given = Object.entries(said).filter(
    ([name, value]) => schedule[name as keyof Schedule] !== value,
  )
  return Object.fromEntries(given)
}

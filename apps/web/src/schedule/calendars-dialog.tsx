import type { Server } from 'triptych-client'
import { useState } from 'react'
import { useWork } from '../accounts/use-work.ts'
import { Dialog } from '../dialog.tsx'
import { reschedule } from './ask-schedule.ts'
import type { Rescheduled, Scheduling } from './ask-schedule.ts'
import { changesOf, draftOf, newCalendar } from './calendar-draft.ts'
import { CalendarFields } from './calendar-fields.tsx'
import { t } from '../words/words.ts'

interface CalendarsDialogProps {
  server: Server
  scheduling: Scheduling
  /** `added`: the calendar that was not there before. */
  onDone: (done: Rescheduled, added: number | null) => void
  onClose: () => void
}

/** When people work: the calendars there are, and new ones. */
export function CalendarsDialog({ server, scheduling, onDone, onClose }: CalendarsDialogProps) {
  const { calendars, schedule } = scheduling
  const first = calendars.find(({ id }) => id === schedule.calendar) ?? calendars[0]
  const [shown, setShown] = useState<number | null>(first?.id ?? null)
  const [draft, setDraft] = useState(first ? draftOf(first) : newCalendar)
  const work = useWork()

  function choose(id: number | null): void {
    const calendar = calendars.find((one) => one.id === id)
    setShown(calendar?.id ?? null)
    setDraft(calendar ? draftOf(calendar) : newCalendar)
  }

  async function save(): Promise<void> {
    const body = changesOf(draft)
    const request =
      shown === null
        ? { method: 'POST' as const, path: 'calendars', body }
        : { method: 'PUT' as const, path: `calendars/${shown}`, body }
    const done = await reschedule(server, request)
    onDone(done, shown === null ? (done.answer as { id: number }).id : null)
  }

  async function remove(): Promise<void> {
    onDone(await reschedule(server, { method: 'DELETE', path: `calendars/${shown}` }), null)
  }

  return (
    <Dialog
      title={t('Calendars')}
      action={t('Save')}
      isDisabled={draft.name.trim() === ''}
      isBusy={work.isBusy}
      onAct={save}
      onClose={onClose}
    >
      <div className="row schedule-holiday">
        <label className="field">
          {t('Calendar')}
          <select
            value={shown ?? ''}
            onChange={({ target }) => choose(target.value === '' ? null : Number(target.value))}
          >
            {calendars.map(({ id, name }) => (
              <option key={id} value={id}>
                {calendarText(name || t('Calendar {id}', { id }), id === schedule.calendar)}
              </option>
            ))}
            <option value="">{t('A new one')}</option>
          </select>
        </label>
        {shown !== null && (
          <button
            type="button"
            className="button"
            disabled={work.isBusy}
            onClick={() => void work.run(remove)}
          >
            {t('Delete')}
          </button>
        )}
      </div>
      <CalendarFields
        key={shown}
        draft={draft}
        setDraft={setDraft}
        hasParent={calendars.some(({ id, parent }) => id === shown && parent !== null)}
      />
      {work.problem && (
        <p className="problem" role="alert">
          {work.problem}
        </p>
      )}
    </Dialog>
  )
}

function calendarText(name: string, isOfPlan: boolean): string {
  return isOfPlan ? t('{name} (of the plan)', { name }) : name
}

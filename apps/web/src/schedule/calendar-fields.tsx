import type { Calendar } from '@triptych/contract/schedule'
import { weekdays } from '@triptych/contract/schedule'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { DayField } from '../place/day-field.tsx'
import { dayNames, holidayText, withHoliday } from './calendar-draft.ts'
import type { CalendarDraft } from './calendar-draft.ts'
import { t } from '../words/words.ts'

interface CalendarFieldsProps {
  draft: CalendarDraft
  setDraft: (draft: CalendarDraft) => void
  hasParent: boolean
}

/** When people work by a calendar. */
export function CalendarFields({ draft, setDraft, hasParent }: CalendarFieldsProps) {
  const { name, hours, exceptions, holiday } = draft
  const holidayName = useRef<HTMLInputElement>(null)
  const setHoliday = (said: Partial<typeof holiday>) =>
    setDraft({ ...draft, holiday: { ...holiday, ...said } })

  function addHoliday(): void {
    setDraft(withHoliday(draft))
    holidayName.current?.focus()
  }

  /** Enter is for the holiday, not yet for the calendar. */
  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    if (holiday.from === '') return
    event.preventDefault()
    addHoliday()
  }

  const without = (gone: Calendar['exceptions'][number]) =>
    setDraft({ ...draft, exceptions: exceptions.filter((one) => one !== gone) })

  return (
    <>
      <label className="field">
        {t('Name')}
        <input
          value={name}
          required
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
        />
      </label>
      <h3>{t('Working hours')}</h3>
      <p className="hint">{t('Such as 08:00–12:00, 13:00–17:00; nothing on a day off.')}</p>
      <div className="schedule-week">
        {weekdays.map((day) => (
          <label key={day}>
            {dayNames[day]}
            <input
              value={hours[day] ?? ''}
              placeholder={
                hasParent && hours[day] === undefined ? t('as in its parent') : t('day off')
              }
              onChange={({ target }) =>
                setDraft({ ...draft, hours: { ...hours, [day]: target.value } })
              }
            />
          </label>
        ))}
      </div>
      <h3>{t('Holidays')}</h3>
      <ul className="rows">
        {exceptions.map((one, index) => (
          <li key={index}>
            <span className="what">{holidayText(one)}</span>
            <button
              type="button"
              className="button"
              aria-label={t('Remove {one}', { one: holidayText(one) })}
              onClick={() => without(one)}
            >
              {t('Remove')}
            </button>
          </li>
        ))}
      </ul>
      <div className="row schedule-holiday" onKeyDown={press}>
        <label className="field schedule-holiday-name">
          {t('Holiday')}
          <input
            ref={holidayName}
            value={holiday.name}
            onChange={({ target }) => setHoliday({ name: target.value })}
          />
        </label>
        {(['from', 'to'] as const).map((key) => (
          <label key={key} className="field">
            {{ from: t('First day'), to: t('Last day') }[key]}
            <DayField value={holiday[key]} onDay={(day) => setHoliday({ [key]: day })} />
          </label>
        ))}
        <button
          type="button"
          className="button"
          disabled={holiday.from === ''}
          onClick={addHoliday}
        >
          {t('Add holiday')}
        </button>
      </div>
    </>
  )
}

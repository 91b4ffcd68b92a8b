import type { Calendar } from '@triptych/contract/schedule'
import { weekdays } from '@triptych/contract/schedule'
import { useState } from 'react'
import { DayField } from '../place/day-field.tsx'
import { dayNames, holidayText } from './calendar-draft.ts'
import type { CalendarDraft } from './calendar-draft.ts'
import { t } from '../words/words.ts'

interface CalendarFieldsProps {
  draft: CalendarDraft
  setDraft: (draft: CalendarDraft) => void
  hasParent: boolean
}

const noHoliday = { name: '', from: '', to: '' }

/** When people work by a calendar. */
export function CalendarFields({ draft, setDraft, hasParent }: CalendarFieldsProps) {
  const [holiday, setHoliday] = useState(noHoliday)
  const { name, hours, exceptions } = draft

  function addHoliday(): void {
    const { from, to } = holiday
    const [first, last] = to !== '' && to < from ? [to, from] : [from, to || from]
    const added = { from: first, to: last, hours: [], name: holiday.name.trim() }
    setDraft({ ...draft, exceptions: [...exceptions, added] })
    setHoliday(noHoliday)
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
      <div className="row schedule-holiday">
        <label className="field">
          {t('Holiday')}
          <input
            value={holiday.name}
            onChange={({ target }) => setHoliday({ ...holiday, name: target.value })}
          />
        </label>
        {(['from', 'to'] as const).map((key) => (
          <label key={key} className="field">
            {{ from: t('First day'), to: t('Last day') }[key]}
            <DayField
              value={holiday[key]}
              onDay={(day) => setHoliday({ ...holiday, [key]: day })}
            />
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

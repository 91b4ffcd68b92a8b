import { weekdays } from '@triptych/contract/schedule'
import type { Calendar, CalendarChanges, Week } from '@triptych/contract/schedule'
import { hoursOf, hoursText } from './hours-text.ts'
import { locale } from '../place/locale.ts'
import { counted, t } from '../words/words.ts'

type Weekday = (typeof weekdays)[number]

/** A calendar while it is typed. */
export interface CalendarDraft {
  name: string
  /** A day that is not there is as in the parent. */
  hours: Partial<Record<Weekday, string>>
  exceptions: Calendar['exceptions']
  /** One that is being typed: it counts as soon as it has a day. */
  holiday: { name: string; from: string; to: string }
}

export const dayNames: Record<Weekday, string> = {
  mon: t('Monday'),
  tue: t('Tuesday'),
  wed: t('Wednesday'),
  thu: t('Thursday'),
  fri: t('Friday'),
  sat: t('Saturday'),
  sun: t('Sunday'),
}

const noHoliday = { name: '', from: '', to: '' }

const office = '08:00–12:00, 13:00–17:00'

export const newCalendar: CalendarDraft = {
  name: '',
  hours: { mon: office, tue: office, wed: office, thu: office, fri: office },
  exceptions: [],
  holiday: noHoliday,
}

export function draftOf({ name, week, exceptions }: Calendar): CalendarDraft {
  const given = weekdays.flatMap((day) => {
    const hours = week[day]
    return hours ? [[day, hoursText(hours)] as const] : []
  })
  return { name, hours: Object.fromEntries(given), exceptions, holiday: noHoliday }
}

/** With the holiday that is being typed, if it has a day. */
export function withHoliday(draft: CalendarDraft): CalendarDraft {
  const { name, from, to } = draft.holiday
  if (from === '') return draft
  const [first, last] = to !== '' && to < from ? [to, from] : [from, to || from]
  const added = { from: first, to: last, hours: [], name: name.trim() }
  return { ...draft, exceptions: [...draft.exceptions, added], holiday: noHoliday }
}

/** Throws what is wrong with it, for the person who typed it. */
export function changesOf(draft: CalendarDraft): CalendarChanges {
  const { name, hours, exceptions, holiday } = withHoliday(draft)
  if (holiday.name.trim() !== '' || holiday.to !== '')
    throw new Error(t('Which day is the holiday?'))
  const week: Week = {}
  for (const day of weekdays) {
    const text = hours[day]
    if (text === undefined) continue
    const found = hoursOf(text)
    if (!found)
      throw new Error(t('{day}: write hours as 08:00–12:00, 13:00–17:00.', { day: dayNames[day] }))
    week[day] = found
  }
  return { name: name.trim(), week, exceptions }
}

const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const every = {
  day: (count: number) => counted(count, 'every day', 'every {count} days'),
  week: (count: number) => counted(count, 'every week', 'every {count} weeks'),
  month: (count: number) => counted(count, 'every month', 'every {count} months'),
  year: (count: number) => counted(count, 'every year', 'every {count} years'),
}

/** A holiday, or another day that is not as usual. */
export function holidayText({
  from,
  to = from,
  hours,
  name,
  repeat,
}: Calendar['exceptions'][number]) {
  const days = [from, ...(to === from ? [] : [to])].map((day) => date.format(new Date(day)))
  const often = repeat && every[repeat.unit](repeat.every)
  return [name, days.join(' – '), often, hoursText(hours)].filter(Boolean).join(' · ')
}

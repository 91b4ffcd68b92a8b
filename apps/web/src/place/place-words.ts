import { firstDayOfWeek } from './first-day.ts'
import { locale } from './locale.ts'

const monthOf = (style: 'long' | 'short') => (month: number) =>
  new Intl.DateTimeFormat(locale, { month: style }).format(new Date(2026, month, 1))
/** The first of February 2026 was a Sunday. */
const dayOf = (style: 'long' | 'short') => (day: number) =>
  new Intl.DateTimeFormat(locale, { weekday: style }).format(new Date(2026, 1, 1 + day))
const months = Array.from({ length: 12 }, (_, month) => month)
const days = Array.from({ length: 7 }, (_, day) => day)

/** What the widgets cannot know: how months and days are called here, and which one a week begins with. */
export const placeWords = {
  calendar: {
    monthFull: months.map(monthOf('long')),
    monthShort: months.map(monthOf('short')),
    dayFull: days.map(dayOf('long')),
    dayShort: days.map(dayOf('short')),
    weekStart: firstDayOfWeek(),
  },
}

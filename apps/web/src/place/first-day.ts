import { settings } from '../settings/settings.ts'
import { localeTag } from './locale.ts'

interface WeekInfo {
  firstDay: number
}

/** Where the browser does not say it: the places whose weeks begin on Sunday or Saturday. */
const sunday =
  'AG AS AU BD BR BS BT BW BZ CA CN CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW'
const saturday = 'AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'

/** On which day a week begins at a place: 0 is Sunday, 1 is Monday. */
export function firstDayOfWeek(locale?: string): number {
  if (locale === undefined && settings.firstDay !== null) return settings.firstDay
  const place = new Intl.Locale(localeTag(locale)).maximize()
  // The types leave it out, and browsers have it under one name or the other.
  const { weekInfo, getWeekInfo } = place as { weekInfo?: WeekInfo; getWeekInfo?: () => WeekInfo }
  const { firstDay } = getWeekInfo?.call(place) ?? weekInfo ?? {}
  return firstDay === undefined ? firstDayByRegion(place.region ?? '') : firstDay % 7
}

export function firstDayByRegion(region: string): number {
  if (sunday.split(' ').includes(region)) return 0
  return saturday.split(' ').includes(region) ? 6 : 1
}

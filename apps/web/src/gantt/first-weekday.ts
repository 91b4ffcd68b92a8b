/** Where weeks begin on a Sunday, for browsers that cannot tell. */
const sundayPlaces = new Set(
  'AG AS BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW'.split(
    ' ',
  ),
)

type Place = Intl.Locale & {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** The day that weeks begin with where this language is spoken, from Sunday on, which is 0. */
export function firstWeekday(
  language = new Intl.DateTimeFormat().resolvedOptions().locale,
): number {
  const place: Place = new Intl.Locale(language).maximize()
  const told = (place.getWeekInfo?.() ?? place.weekInfo)?.firstDay
  if (told !== undefined) return told % 7
  return sundayPlaces.has(place.region ?? '') ? 0 : 1
}

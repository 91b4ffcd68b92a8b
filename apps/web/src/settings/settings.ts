/** What a person has set for this browser. It is read when the page loads, and holds until it is loaded anew. */
export interface Settings {
  /** For dates and numbers, such as `de-DE`; `null`: that of the browser. */
  place: string | null
  /** 0 is Sunday, 1 is Monday; `null`: that of the place. */
  firstDay: number | null
  density: Density
  language: Language
}

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

export const densities = ['normal', 'compact'] as const
export type Density = (typeof densities)[number]

const key = 'triptych.settings'
const usual = { place: null, firstDay: null, density: 'normal', language: 'en' } as const

export const settings: Readonly<Settings> = readSettings(kept())

/** Whatever is not as it should be is left out: another version may have written it. */
export function readSettings(text: string | null): Settings {
  const { place, firstDay, density, language } = parsed(text)
  return {
    place: typeof place === 'string' && isLocale(place) ? place : usual.place,
    firstDay: [0, 1, 6].find((day) => day === firstDay) ?? usual.firstDay,
    density: densities.find((known) => known === density) ?? usual.density,
    language: languages.find((known) => known === language) ?? languageOfBrowser(),
  }
}

export function keepSettings(next: Settings): void {
  localStorage.setItem(key, JSON.stringify(next))
}

function kept(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The first that the person prefers and the page has. */
function languageOfBrowser(): Language {
  const wanted = typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])
  for (const tag of wanted) {
    const found = languages.find((known) => tag.toLowerCase().split('-')[0] === known)
    if (found) return found
  }
  return usual.language
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

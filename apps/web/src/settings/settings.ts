import { languageTags } from '../words/languages.ts'
import type { Language } from '../words/languages.ts'

/** What a person has set for this browser. It is read when the page loads, and holds until it is loaded anew. */
export interface Settings {
  /** For dates and numbers, such as `de-DE`; `null`: that of the browser. */
  place: string | null
  /** 0 is Sunday, 1 is Monday; `null`: that of the place. */
  firstDay: number | null
  density: Density
  /** `null`: the first of the browser's that the page has. */
  language: Language | null
}

export const densities = ['normal', 'compact'] as const
export type Density = (typeof densities)[number]

const key = 'triptych.settings'
const usual = { place: null, firstDay: null, density: 'normal', language: null } as const

export const settings: Readonly<Settings> = readSettings(kept())

/** Whatever is not as it should be is left out: another version may have written it. */
export function readSettings(text: string | null): Settings {
  const { place, firstDay, density, language } = parsed(text)
  return {
    place: typeof place === 'string' && isLocale(place) ? place : usual.place,
    firstDay: [0, 1, 6].find((day) => day === firstDay) ?? usual.firstDay,
    density: densities.find((known) => known === density) ?? usual.density,
    language: languageTags.find((known) => known === language) ?? usual.language,
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

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

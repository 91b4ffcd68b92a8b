import { settings } from '../settings/settings.ts'
import { plainLanguage } from '../words/languages.ts'

/** Of dates and numbers, as it was set; `undefined`: that of the browser, for which `Intl` has no other word. */
export const locale: string | undefined = settings.place ?? placeFor(settings.language)

/** Whoever chose a language other than the browser's has months and days in it, too. */
export function placeFor(language: string | null): string | undefined {
  const { locale: own } = new Intl.DateTimeFormat().resolvedOptions()
  if (language === null || plainLanguage(own) === language) return undefined
  return navigator.languages.find((tag) => plainLanguage(tag) === language) ?? language
}

export function localeTag(asked = locale): string {
  return asked ?? new Intl.DateTimeFormat().resolvedOptions().locale
}

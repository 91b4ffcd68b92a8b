import { settings } from '../settings/settings.ts'

/** Of dates and numbers, as it was set; `undefined`: that of the browser, for which `Intl` has no other word. */
export const locale: string | undefined = settings.place ?? undefined

export function localeTag(asked = locale): string {
  return asked ?? new Intl.DateTimeFormat().resolvedOptions().locale
}

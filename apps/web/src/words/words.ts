import { settings } from '../settings/settings.ts'
import { locale } from '../place/locale.ts'
import { languageFor, languages } from './languages.ts'
import type { Words } from './forms.ts'
import type { Language } from './languages.ts'

type Values = Readonly<Record<string, string | number | undefined>>

export const language: Language = settings.language ?? languageFor(wantedByBrowser())

const forms = new Intl.PluralRules(language)
let words: Words = {}

/** English is better than nothing. */
export async function loadWords(): Promise<void> {
  try {
    words = (await languages[language].load?.())?.words ?? {}
  } catch {
    words = {}
  }
}

/** `Home [[key]]` is “Home” in English; the note is for languages that say it otherwise here than elsewhere. */
const note = / \[\[\w+\]\]$/

/** A text in the language of the page, with `{name}` for what is put in. */
export function t(text: string, values: Values = {}): string {
  const said = words[text] ?? text.replace(note, '')
  return filled(typeof said === 'string' ? said : said.other, values)
}

/** A text with a number in it, `{count}`: what is said of one, and what of more. */
export function counted(count: number, one: string, many: string, values: Values = {}): string {
  const said = words[many] ?? { one, other: many }
  const form = typeof said === 'string' ? said : (said[forms.select(count)] ?? said.other)
  return filled(form, { count: count.toLocaleString(locale), ...values })
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) =>
    name in values ? String(values[name] ?? '') : all,
  )
}

function wantedByBrowser(): readonly string[] {
  return typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])
}

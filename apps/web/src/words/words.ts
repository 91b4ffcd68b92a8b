import type { ErrorCode } from '@triptych/contract/errors'
import { settings } from '../settings/settings.ts'
import { dateText } from '../place/date-text.ts'
import { locale } from '../place/locale.ts'
import { languageFor, languages } from './languages.ts'
import { deedIn } from './deeds.ts'
import type { Widgets, WordsFile } from './forms.ts'
import { filled } from './filled.ts'
import type { Values } from './filled.ts'
import type { Language } from './languages.ts'

export const language: Language = settings.language ?? languageFor(wantedByBrowser())

const forms = new Intl.PluralRules(language)
const noDeeds = { texts: [], things: [], byMe: '{deed}', byOther: '{deed}' }
const none: WordsFile = { words: {}, refusals: {}, widgets: {}, deeds: noDeeds, reasons: [] }
let { words, refusals, widgets, deeds, reasons } = none

/** English is better than nothing. */
export async function loadWords(): Promise<void> {
  const loaded = await languages[language].load?.().catch(() => none)
  ;({ words, refusals, widgets, deeds, reasons } = loaded ?? none)
}

/** What the widgets say by themselves, for their `Locale`. */
export function widgetWords(): Widgets {
  return widgets
}

/** What a field was, and what it is now: `changed start from 2026-05-04T00:00:00 to …`. */
const dateSaid = /(?<= (?:from|to) )\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?(?= (?:to|of|and) )/g

/** What somebody did, as the history tells it behind their name: the server says it in English. */
export function deedText(text: string, isSelf: boolean): string {
  const dated = text.replace(dateSaid, dateText)
  const deed = deedIn(dated, deeds.texts, deeds.things)
  return deed === null ? dated : filled(isSelf ? deeds.byMe : deeds.byOther, { deed })
}

/** The same without who did it. */
export function plainDeed(text: string): string {
  const dated = text.replace(dateSaid, dateText)
  return deedIn(dated, deeds.texts, deeds.things) ?? dated
}

/** Why a value or a row was not taken, one of many: the server says it in English. */
export function reasonText(text: string): string {
  return deedIn(text, reasons) ?? text
}

/** Why something failed, for people. */
export function reasonOf(error: Error): string {
  const known = deedIn(error.message, reasons)
  if (known !== null) return known
  const said = 'code' in error ? refusals[error.code as ErrorCode] : undefined
  return said === undefined ? error.message : filled(said, { reason: error.message })
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

function wantedByBrowser(): readonly string[] {
  return typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])
}

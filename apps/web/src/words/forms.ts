import type { ErrorCode } from '@triptych/contract/errors'

/** What is said of one, of two, of many: a language has as many as `Intl.PluralRules` knows of it. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** By the text in English, which stands in the code. */
export type Words = Readonly<Record<string, string | Forms>>

/** By the code of a refusal; what is missing stays as the server says it. */
export type Refusals = Readonly<
  Partial<Record<ErrorCode | 'no_answer' | 'closed' | 'unreadable', string>>
>

/** By widget and its text in English. */
export type Widgets = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * What the server tells of what was done, `added {name} to {place}`, and how it is said here. The longer ones first, as
 * the first that fits is taken. `{deed}` is told in turn, `{n}` is a number.
 */
export type Deeds = readonly (readonly [english: string, here: string])[]

export interface WordsFile {
  words: Words
  refusals: Refusals
  widgets: Widgets
  /** `things`: what it calls that which has no name, `task {n}`. */
  deeds: { texts: Deeds; things: Deeds; byMe: string; byOther: string }
  /** Why the server does not take a value or a row, told of each of many. */
  reasons: Deeds
}

import type { WordsFile } from './forms.ts'

/** What the page speaks. Each language is one file; English stands in the code. */
export const languages = {
  en: { name: 'English', load: null },
  de: { name: 'Deutsch', load: () => import('./de.ts') },
} satisfies Record<string, { name: string; load: (() => Promise<WordsFile>) | null }>

export type Language = keyof typeof languages
export const languageTags = Object.keys(languages) as Language[]

/** The first that somebody prefers and the page has. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = languageTags.find((known) => known === plainLanguage(tag))
    if (found) return found
  }
  return 'en'
}

/** `de` of `de-CH`. */
export function plainLanguage(tag: string): string {
  return tag.toLowerCase().split('-')[0]!
}

import { settings } from '../settings/settings.ts'
import type { Language } from '../settings/settings.ts'

/** By the text in English, which stands in the code. */
export type Words = Readonly<Record<string, string>>

const loads: Partial<Record<Language, () => Promise<{ words: Words }>>> = {
  de: () => import('./de.ts'),
}

let words: Words = {}

/** English is better than nothing. */
export async function loadWords(): Promise<void> {
  try {
    words = (await loads[settings.language]?.())?.words ?? {}
  } catch {
    words = {}
  }
}

/** A text in the language of the page, with `{name}` for what is put in. */
export function t(
  text: string,
  values: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const said = words[text] ?? text
  return said.replace(/\{(\w+)\}/g, (all, name: string) =>
    name in values ? String(values[name] ?? '') : all,
  )
}

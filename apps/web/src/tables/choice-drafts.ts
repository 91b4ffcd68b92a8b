import type { ChoiceColor } from '@triptych/contract/choices'
import type { Column } from '@triptych/contract/tables'
import { nextColor } from './choice-colors.ts'

/** One option of a column as it stands in a form. */
export interface ChoiceDraft {
  key: number
  /** What it is in the table; `null` for a new one. */
  was: string | number | null
  /** What else cells hold that is to become it: the same with spaces around it. */
  alike?: readonly string[]
  text: string
  /** `null`: one that goes by its text. */
  color: ChoiceColor | null
}

interface Asked {
  choices: readonly ChoiceDraft[]
  /** What stands in the field for new ones: they count as if they were in the list. */
  typed: string
}

let lastKey = 0

export function choiceDrafts({
  options,
  colors,
}: Pick<Column, 'options' | 'colors'>): ChoiceDraft[] {
  return (options ?? []).map((was) => ({
    key: ++lastKey,
    was,
    text: String(was),
    color: colorOf(colors, String(was)) ?? null,
  }))
}

export function colorOf(colors: Column['colors'], text: string): ChoiceColor | undefined {
  return colors && Object.hasOwn(colors, text) ? colors[text] : undefined
}

/** Those that the cells of a column without options come to. */
export function choicesOfValues(values: readonly unknown[]): ChoiceDraft[] {
  const alike = new Map<string, string[]>()
  for (const value of values) {
    const text = String(value).trim()
    if (text !== '') alike.set(text, [...(alike.get(text) ?? []), String(value)])
  }
  const found = [...alike].map(([text, [was = text, ...others]]) => ({
    key: ++lastKey,
    was,
    alike: others,
    text,
  }))
  return coloured(found, [])
}

/** Those in a text, with commas or lines between them, that are not there yet. */
export function newChoices(text: string, choices: readonly ChoiceDraft[]): ChoiceDraft[] {
  const known = new Set(choices.map((one) => one.text.trim()))
  const texts = text.split(/[,\n\t]/).map((one) => one.trim().slice(0, 200))
  const found = [...new Set(texts)]
    .filter((one) => one !== '' && !known.has(one))
    .map((one) => ({ key: ++lastKey, was: null, text: one }))
  return coloured(found, choices)
}

/** Each in another colour than those that there are, as far as there are colours. */
function coloured(
  found: readonly Omit<ChoiceDraft, 'color'>[],
  others: readonly ChoiceDraft[],
): ChoiceDraft[] {
  const made: ChoiceDraft[] = []
  for (const one of found) made.push({ ...one, color: nextColor([...others, ...made]) })
  return made
}

/** What the server is told of them. */
export function optionRules({ choices, typed }: Asked): {
  options: (string | number)[]
  colors: Record<string, ChoiceColor> | null
} {
  const all = [...choices, ...newChoices(typed, choices)].filter(
    ({ text }, at, every) =>
      text.trim() !== '' && every.findIndex((one) => one.text.trim() === text.trim()) === at,
  )
  const options = all.map(optionOf)
  const colors = all.flatMap(({ color }, at) =>
    color ? [[String(options[at]), color] as const] : [],
  )
  return { options, colors: colors.length > 0 ? Object.fromEntries(colors) : null }
}

/** What was a number stays one as long as it can. */
function optionOf({ was, text }: ChoiceDraft): string | number {
  if (was !== null && String(was) === text) return was
  const said = text.trim()
  return typeof was === 'number' && String(Number(said)) === said ? Number(said) : said
}

/** Those that have another text than in the table: the rows that hold them follow. */
export function renamedChoices(
  choices: readonly ChoiceDraft[],
  options: readonly (string | number)[],
): { from: string | number; to: string | number }[] {
  return choices.flatMap(({ was, alike = [], text }) => {
    const to = options.find((option) => String(option) === text.trim())
    if (was === null || to === undefined) return []
    return [was, ...alike].flatMap((from) => (String(from) === text ? [] : [{ from, to }]))
  })
}

/** With one of them in another place. */
export function movedChoice(
  choices: readonly ChoiceDraft[],
  from: number,
  to: number,
): readonly ChoiceDraft[] {
  const one = choices[from]
  if (!one || from === to || to < 0 || to >= choices.length) return choices
  return choices.toSpliced(from, 1).toSpliced(to, 0, one)
}

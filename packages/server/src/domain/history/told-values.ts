/** What something holds, before or after a change, in the words of a history. */
export type Values = Record<string, unknown>

/** `changed year from 1999 to 2001 and 2 more of The Matrix`. Places and the like are not worth a word. */
export function changedFields(before: Values | null, after: Values | null, of: string): string {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const names = [...keys].filter(
    (name) => !name.startsWith('$') && !isSame(before?.[name], after?.[name]),
  )
  const [first] = names
  if (first === undefined) return `changed ${of}`
  const more = names.length > 1 ? ` and ${names.length - 1} more` : ''
  return `changed ${first} from ${shown(before?.[first])} to ${shown(after?.[first])}${more} of ${of}`
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  // Numbers, texts and the like are the same or not.
  if (typeof one !== 'object' && typeof other !== 'object') return (one ?? null) === (other ?? null)
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

const longest = 60

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return shortened(text)
}

export function shortened(text: string): string {
  const line = /\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ') : text
  if (line.length <= longest) return line
  const signs = Array.from(line)
  return signs.length > longest ? `${signs.slice(0, longest - 1).join('')}…` : line
}

export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? shortened(value) : null
}

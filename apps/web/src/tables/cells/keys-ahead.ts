import type { After } from './range.ts'

/** A key that came before the field was there that it is for. */
export interface AheadKey {
  key: string
  shiftKey: boolean
}

export function isAhead({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false
  return key.length === 1 || key === 'Enter' || key === 'Tab' || key === 'Backspace'
}

/** What of it is for the field: the text up to a key that leaves it, where that leads, and what comes after. */
export function readAhead(
  begun: string | null,
  keys: readonly AheadKey[],
): { text: string | null; next: After | null; rest: AheadKey[] } {
  let text = begun
  for (const [index, { key, shiftKey }] of keys.entries()) {
    const next = key === 'Enter' ? 'down' : key === 'Tab' ? (shiftKey ? 'left' : 'right') : null
    if (next) return { text, next, rest: keys.slice(index + 1) }
    text = key === 'Backspace' ? (text ?? '').slice(0, -1) : (text ?? '') + key
  }
  return { text, next: null, rest: [] }
}

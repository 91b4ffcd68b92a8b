import type { After } from './range.ts'

/** A key that came before the field was there that it is for. */
export interface AheadKey {
  key: string
  shiftKey: boolean
  ctrlKey?: boolean
}

/** Where the keys lead: to another cell, or the text into all cells that were selected. */
export type Ahead = After | 'all'

export function isAhead({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return false
  if (ctrlKey || metaKey) return key === 'Enter'
  return key.length === 1 || key === 'Enter' || key === 'Tab' || key === 'Backspace'
}

/** What of it is for the field: the text up to a key that leaves it, where that leads, and what comes after. */
export function readAhead(
  begun: string | null,
  keys: readonly AheadKey[],
  /** What stands in the field, where typing goes on behind it. */
  held = '',
): { text: string | null; next: Ahead | null; rest: AheadKey[] } {
  let text = begun
  for (const [index, { key, shiftKey, ctrlKey = false }] of keys.entries()) {
    const onEnter = ctrlKey ? 'all' : 'down'
    const next = key === 'Enter' ? onEnter : key === 'Tab' ? (shiftKey ? 'left' : 'right') : null
    if (next) return { text, next, rest: keys.slice(index + 1) }
    text = key === 'Backspace' ? (text ?? held).slice(0, -1) : (text ?? held) + key
  }
  return { text, next: null, rest: [] }
}

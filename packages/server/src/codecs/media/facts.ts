import type { FileInfo } from '@triptych/contract/files'

/** Longer values are of no use in a pane, and tell of a broken file more often than not. */
const maxText = 500

/** A text fit to be shown: without control characters, outer blanks and what follows a NUL. */
export function shownText(text: string): string {
  const [first = ''] = text.split('\0', 1)
  return first
    .slice(0, maxText)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
}

/** Of a format that says ASCII: people write UTF-8 there, and what is not that is taken as Latin. */
export function utf8OrLatin(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

/** Leaves out what is empty, unknown or no number at all. */
export function onlyKnown(facts: Record<string, string | number | boolean | undefined>): FileInfo {
  const known: FileInfo = {}
  for (const [name, value] of Object.entries(facts)) {
    if (value === undefined || value === '') continue
    if (typeof value === 'number' && !Number.isFinite(value)) continue
    known[name] = value
  }
  return known
}

import { shortKey } from './random-key.ts'

const kept = 'triptych.client'

/** What this page calls itself. In a browser it is the same after a reload: what was done before can still be taken back. */
export function clientKey(): string {
  const drawn = shortKey()
  if (!('document' in globalThis)) return drawn
  try {
    const known = sessionStorage.getItem(kept)
    if (known) return known
    sessionStorage.setItem(kept, drawn)
  } catch {
    // A browser can be told to keep nothing.
  }
  return drawn
}

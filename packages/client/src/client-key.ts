import { shortKey } from './random-key.ts'

const kept = 'triptych.client'
/** Behind the name while there is a page that goes by it. */
const held = ' held'
let own: string | null = null

/** What this page calls itself. In a tab it is the same after a reload: what was done before can still be taken back. */
export function clientKey(): string {
  if (!('document' in globalThis)) return shortKey()
  own ??= keyOfTab()
  return own
}

function keyOfTab(): string {
  const key = keptKey() ?? shortKey()
  keep(key + held)
  addEventListener('pagehide', () => keep(key))
  addEventListener('pageshow', () => keep(key + held))
  return key
}

/** A tab that is duplicated has a copy of what the first one keeps, whose page is still there and does other things. */
function keptKey(): string | null {
  const known = read()
  if (!known?.endsWith(held)) return known
  // Short of memory, a browser ends pages that nobody looks at without a word to them.
  const { wasDiscarded } = document as { wasDiscarded?: boolean }
  return wasDiscarded ? known.slice(0, -held.length) : null
}

function read(): string | null {
  try {
    return sessionStorage.getItem(kept)
  } catch {
    // A browser can be told to keep nothing.
    return null
  }
}

function keep(value: string): void {
  try {
    sessionStorage.setItem(kept, value)
  } catch {
    // Then what was done before a reload is found in the history only.
  }
}

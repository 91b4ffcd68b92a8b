import { readAddress, writeAddress } from './address.ts'
import type { Address, ViewName } from './address.ts'

/** Where somebody was in each view, as addresses of the page. */
export type Places = Partial<Record<ViewName, string>>

/** What of an address one wants to come back to: not a word that was looked for, nor an open editor. */
const passing: Partial<Record<ViewName, readonly string[]>> = {
  files: ['text', 'open'],
  gantt: ['edit'],
}

export function placeOf({ view, path, query }: Address): string {
  const kept = [...query].filter(([key]) => !passing[view]?.includes(key))
  return writeAddress(view, path, Object.fromEntries(kept))
}

/** Out of what the browser has kept, which may be of another version, or of nobody. */
export function readPlaces(text: string | null): Places {
  const kept: unknown = parsed(text)
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).filter(
      ([view, place]) => typeof place === 'string' && readAddress(place).view === view,
    ),
  )
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

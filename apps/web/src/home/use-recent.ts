import { useEffect } from 'react'
import type { Address } from '../address.ts'
import { workspace } from '../workspaces.ts'
import { readRecent, thingAt, withRecent } from './recent.ts'

const key = `triptych.recent.${workspace.name}`

/** Remembers where one has been, for the start page. */
export function useRecent(address: Address): void {
  useEffect(() => {
    const thing = thingAt(address)
    if (thing === null) return
    try {
      localStorage.setItem(key, JSON.stringify(withRecent(recentPlaces(), thing)))
    } catch {
      // A browser that keeps nothing is no hindrance.
    }
  }, [address])
}

export function recentPlaces(): string[] {
  try {
    return readRecent(localStorage.getItem(key))
  } catch {
    return []
  }
}

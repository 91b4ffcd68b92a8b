import { useEffect, useState } from 'react'
import type { Address } from './address.ts'
import { placeOf, readPlaces } from './places.ts'
import type { Places } from './places.ts'
import { workspace } from './workspaces.ts'

const key = `triptych.places.${workspace.name}`

/** Where one was in each view, for the tabs: of this window, and in a new one of the last that was used. */
export function usePlaces(address: Address): Places {
  const [places, setPlaces] = useState(keptPlaces)
  useEffect(() => {
    setPlaces((known) => {
      const next = { ...known, [address.view]: placeOf(address) }
      keep(JSON.stringify(next))
      return next
    })
  }, [address])
  return places
}

function keptPlaces(): Places {
  try {
    return readPlaces(sessionStorage.getItem(key) ?? localStorage.getItem(key))
  } catch {
    return {}
  }
}

function keep(text: string): void {
  try {
    sessionStorage.setItem(key, text)
    localStorage.setItem(key, text)
  } catch {
    // It holds until the page is left, then.
  }
}

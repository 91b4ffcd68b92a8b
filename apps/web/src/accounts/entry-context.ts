import type { Entry } from '@triptych/contract/accounts'
import { createContext, useContext } from 'react'

export interface EntryState {
  entry: Entry
  setEntry: (entry: Entry) => void
}

export const EntryContext = createContext<EntryState | null>(null)

/** Who is in. */
export function useEntry(): EntryState {
  const state = useContext(EntryContext)
  if (!state) throw new Error('There is no gate around this.')
  return state
}

import type { Saved, Server } from 'triptych-client'
import type { Analysis } from '@triptych/contract/schedule'
import { useFresh } from '../use-fresh.ts'
import { readAnalysis } from './ask-schedule.ts'

/** What follows from the plan, always new; `null` where nobody wants to know, or until it is known. */
export function useAnalysis(
  server: Server,
  isWanted: boolean,
  onSaved: (listener: (saved: Saved) => void) => () => void,
): Analysis | null {
  return useFresh(server, isWanted ? 'analysis' : null, () => readAnalysis(server), onSaved)
}

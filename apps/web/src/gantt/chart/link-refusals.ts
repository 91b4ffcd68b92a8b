import type { Failure } from 'triptych-client'
import { createContext, useMemo, useRef } from 'react'
import { problemText } from '../../failure-text.ts'

/** Says why, where the link was asked for. */
type Tell = (text: string) => void

export interface LinkRefusals {
  /** Whoever adds a link is told here if it is refused; the last one is. */
  expect: (tell: Tell) => void
}

export const LinkRefusalsContext = createContext<LinkRefusals>({ expect: () => {} })

/** A link that the server refuses is told of where it was asked for, not in the corner of the page. */
export function useLinkRefusals(tellFailure: (failure: Failure) => void) {
  const waiting = useRef<Tell | null>(null)
  return useMemo(() => {
    const refusals: LinkRefusals = { expect: (tell) => void (waiting.current = tell) }
    return {
      refusals,
      tellFailure: (failure: Failure) => {
        const tell = failure.action === 'add-link' ? waiting.current : null
        if (!tell) return tellFailure(failure)
        waiting.current = null
        return tell(problemText(failure.error))
      },
    }
  }, [tellFailure])
}

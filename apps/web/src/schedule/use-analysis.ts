import type { Saved, Server } from '@triptych/client'
import type { Analysis } from '@triptych/contract/schedule'
import { useEffect, useState } from 'react'
import { readAnalysis } from './ask-schedule.ts'

/** So long changes are gathered before it is asked again. */
const gatherMs = 300

/** What follows from the plan, always new; `null` where nobody wants to know, or until it is known. */
export function useAnalysis(
  server: Server,
  isWanted: boolean,
  onSaved: (listener: (saved: Saved) => void) => () => void,
): Analysis | null {
  const [analysis, setAnalysis] = useState<Analysis | null>(null)

  useEffect(() => {
    if (!isWanted) {
      setAnalysis(null)
      return undefined
    }
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    // The next change asks again.
    const look = () =>
      readAnalysis(server).then(
        (found) => !isOver && setAnalysis(found),
        () => {},
      )
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void look(), gatherMs)
    }
    const told = server.follow({
      change: ({ area }) => area === 'gantt' && soon(),
      reload: soon,
    })
    // What is done here is no news.
    const end = onSaved(soon)
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
      end()
      void told.then((stop) => stop())
    }
  }, [server, isWanted, onSaved])

  return analysis
}

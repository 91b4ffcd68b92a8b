import type { Saved, Server } from 'triptych-client'
import type { Change } from '@triptych/contract/changes'
import { useEffect, useRef, useState } from 'react'

/** So long changes are gathered before it is asked again. */
const gatherMs = 300

/** Whether it may be another plan since; a baseline changes nothing in it. */
export function isOfPlan({ area, operation }: Change): boolean {
  return area === 'gantt' && !operation.startsWith('baseline-')
}

/**
 * What follows from the plan, always new; `null` until it is known. `wanted` names what is asked for; with `null`
 * nobody wants to know.
 */
export function useFresh<T>(
  server: Server,
  wanted: string | null,
  read: () => Promise<T>,
  onSaved: (listener: (saved: Saved) => void) => () => void,
): T | null {
  const [found, setFound] = useState<T | null>(null)
  const latest = useRef(read)
  latest.current = read

  useEffect(() => {
    if (wanted === null) {
      setFound(null)
      return undefined
    }
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    // The next change asks again.
    const look = () =>
      latest.current().then(
        (now) => !isOver && setFound(now),
        () => {},
      )
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void look(), gatherMs)
    }
    const told = server.follow({
      change: (change) => isOfPlan(change) && soon(),
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
  }, [server, wanted, onSaved])

  return found
}

import type { Server } from 'triptych-client'
import type { PutSchedule } from '@triptych/contract/schedule'
import { useEffect, useState } from 'react'
import { countToMove } from './ask-schedule.ts'

/** How many tasks would move by these changes; `null`: none are asked about, or it cannot be told. */
export function useToMove(server: Server, changes: PutSchedule | null): number | null {
  const [count, setCount] = useState<number | null>(null)
  const asked = changes && JSON.stringify(changes)

  useEffect(() => {
    setCount(null)
    if (asked === null) return undefined
    const over = new AbortController()
    countToMove(server, JSON.parse(asked) as PutSchedule, over.signal).then(
      (found) => !over.signal.aborted && setCount(found),
      // Why it cannot be is told to whoever saves it.
      () => {},
    )
    return () => over.abort()
  }, [server, asked])

  return count
}

import { history } from 'triptych-client'
import type { HistoryQuery, Server } from 'triptych-client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { reasonOf } from '../words/words.ts'
import { continued, nothingYet, renewed } from './shown-steps.ts'

/** Changes come in bursts. */
const burstMs = 200

/** What was done, as it is now: what is new comes by itself. `query` must stay the same one. */
export function useHistory(server: Server, query: HistoryQuery) {
  const [shown, setShown] = useState(nothingYet)
  const asked = useRef(query)
  asked.current = query

  const read = useCallback(
    async (before: number | null): Promise<void> => {
      const isAsked = () => asked.current === query
      try {
        const page = await history(server, { ...query, ...(before !== null && { before }) })
        if (!isAsked()) return
        setShown((was) => (before === null ? renewed(page, was) : continued(page, before, was)))
      } catch (error) {
        const problem = reasonOf(error as Error)
        if (isAsked()) setShown((was) => ({ ...was, problem }))
      }
    },
    [server, query],
  )

  useEffect(() => {
    setShown(nothingYet)
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void read(null)
      }, burstMs)
    }
    void read(null)
    // What is done here is no news.
    const ends = [server.onUnsaved((count) => count === 0 && again()), () => clearTimeout(timer)]
    let isOver = false
    void server.follow({ change: again, reload: again }).then((end) => {
      if (isOver) end()
      else ends.push(end)
    })
    return () => {
      isOver = true
      for (const end of ends) end()
    }
  }, [server, read])

  return { ...shown, more: () => read(shown.next), again: () => read(null) }
}

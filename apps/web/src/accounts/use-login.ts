import type { Server } from 'triptych-client'
import type { Entry } from '@triptych/contract/accounts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { askEntry } from './ask-auth.ts'
import { useEntry } from './entry-context.ts'

/** Keeps up with who is in: logins end, here or in another tab, and roles change. */
export function useLogin(server: Server) {
  const { entry, setEntry } = useEntry()
  const { accounts } = entry
  const [isNeeded, setNeeded] = useState(false)
  const id = useRef(entry.you?.id)

  const take = useCallback(
    (next: Entry) => {
      if (!next.you) return
      if (next.you.id !== id.current) {
        // What waits is not theirs to save, and what is shown may not be theirs to see.
        server.close()
        location.reload()
        return
      }
      setEntry(next)
      setNeeded(false)
    },
    [server, setEntry],
  )

  useEffect(() => {
    if (!accounts) return undefined
    let wasLive = false
    let isLooking = false
    // A stream ends when a role changes, and cannot be had any more when it is taken away.
    const look = async () => {
      if (isLooking) return
      isLooking = true
      const next = await askEntry()
      isLooking = false
      if (next.you?.id === id.current) setEntry(next)
    }
    const ends = [
      server.onLoginNeeded((needed) => {
        if (needed) setNeeded(true)
        else void askEntry().then(take)
      }),
      server.onStatus((status) => {
        if (wasLive && status !== 'connecting') void look()
        wasLive ||= status === 'live'
      }),
    ]
    return () => ends.forEach((end) => end())
  }, [accounts, server, setEntry, take])

  return {
    entry,
    isNeeded,
    onEntry: (next: Entry) => {
      take(next)
      server.loggedIn()
    },
  }
}

import type { Server } from 'triptych-client'
import type { Change } from '@triptych/contract/changes'
import { useEffect, useRef } from 'react'

/** Looks again when something like that has changed, or may have. */
export function useFollow(
  server: Server,
  isOfIt: (change: Change) => boolean,
  look: () => Promise<void>,
): void {
  const latest = useRef({ isOfIt, look })
  latest.current = { isOfIt, look }
  useEffect(() => {
    const told = server.follow({
      change: (change) => void (latest.current.isOfIt(change) && latest.current.look()),
      reload: () => void latest.current.look(),
    })
    return () => void told.then((end) => end())
  }, [server])
}

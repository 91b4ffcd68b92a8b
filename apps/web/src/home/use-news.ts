import type { Server } from 'triptych-client'
import { createContext, useEffect, useState } from 'react'

/** How often there was news since the start page was opened; `null`: it is too early to ask. */
export const NewsContext = createContext<number | null>(0)

/**
 * `gatherMs`: so long changes are gathered. It is too early until none can be missed any more: what is asked for before
 * that may be older than the first change that is told. Without a connection whoever asks is told so.
 */
export function useNews(server: Server, gatherMs: number): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => setCount((before) => before ?? 0)
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        setCount((before) => (before ?? 0) + 1)
      }, gatherMs)
    }
    let isOver = false
    const ends = [() => clearTimeout(timer)]
    void server.follow({ change: soon, reload: soon }).then((end) => {
      if (isOver) return end()
      ends.push(end)
      begin()
    })
    // What could not be asked for without a connection is asked for with it.
    let wasLost = false
    ends.push(
      server.onStatus((status) => {
        if (status === 'lost') begin()
        if (status === 'live' && wasLost) soon()
        wasLost = status === 'lost' || (wasLost && status !== 'live')
      }),
    )
    // What is done here is no news, and may still be on its way when one comes here.
    let wasUnsaved = false
    ends.push(
      server.onUnsaved((unsaved) => {
        if (unsaved === 0 && wasUnsaved) soon()
        wasUnsaved = unsaved > 0
      }),
    )
    return () => {
      isOver = true
      for (const end of ends) end()
    }
  }, [server, gatherMs])
  return count
}

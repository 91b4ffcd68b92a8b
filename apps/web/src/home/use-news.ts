import type { Server } from 'triptych-client'
import { createContext, useEffect, useState } from 'react'

/** How often there was news since the start page was opened. */
export const NewsContext = createContext(0)

/** `gatherMs`: so long changes are gathered. */
export function useNews(server: Server, gatherMs: number): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        setCount((before) => before + 1)
      }, gatherMs)
    }
    const told = server.follow({ change: soon, reload: soon })
    return () => {
      clearTimeout(timer)
      void told.then((stop) => stop())
    }
  }, [server, gatherMs])
  return count
}

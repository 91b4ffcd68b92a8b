import type { Server } from 'triptych-client'
import { createContext, useEffect, useState } from 'react'

/** So long changes are gathered before the start page asks again. */
const gatherMs = 1000

/** How often there was news since the start page was opened. */
export const NewsContext = createContext(0)

export function useNews(server: Server): number {
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
  }, [server])
  return count
}

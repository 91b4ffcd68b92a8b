import { untilAnswered } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { OwnRule } from '@triptych/contract/rules'
import { useEffect, useState } from 'react'
import { everything, leftBy } from './left.ts'
import type { Left } from './left.ts'

/** As it is now; `null` until it is known. */
export function useLeftByRules(server: Server, isBound: boolean): Left | null {
  const [left, setLeft] = useState<Left | null>(null)

  useEffect(() => {
    if (!isBound) return undefined
    let isGone = false
    let known: Left | null = null
    const take = (next: Left) => {
      if (isGone) return
      known = next
      setLeft(next)
    }
    const read = () => server.send({ method: 'GET', path: 'auth/rules/mine' })
    const look = () =>
      void untilAnswered(read, () => isGone).then(
        (rules) => take(leftBy(rules as OwnRule[])),
        // What may not be done is then refused by the server.
        () => take(known ?? everything),
      )
    const ends = [server.onUnsaved((count) => count === 0 && known?.goesByPaths && look())]
    void server.follow({ change: () => {}, reload: look }).then((end) => {
      if (isGone) return end()
      ends.push(end)
      look()
    })
    return () => {
      isGone = true
      for (const end of ends) end()
    }
  }, [server, isBound])

  return isBound ? left : everything
}

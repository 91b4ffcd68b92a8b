import { sendWrite } from 'triptych-client'
import type { Server, ServerError } from 'triptych-client'
import type { ChangedTable, RowFailure } from '@triptych/contract/table-schema'
import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '../../words/words.ts'

/** `null` until it is known. */
export type Outcome = { failures: readonly RowFailure[]; problem: string } | null

interface Rehearsal {
  outcome: Outcome
  /** Whether it can be done as it stands. */
  isFine: boolean
  /** Answers by what it can be taken back; `null`: it was not done, and why stands in `outcome`. */
  carryOut: () => Promise<string | null>
}

/** Steps of a change of a table: what would become of the rows is told before it happens. */
export function useRehearsal(
  server: Server,
  table: string,
  steps: readonly object[],
  isReady: boolean,
): Rehearsal {
  const [outcome, setOutcome] = useState<Outcome>(null)
  const written = JSON.stringify(steps)
  /** From then on the table may have changed, by ourselves. */
  const isCarriedOut = useRef(false)
  /** What was sent last. The server tries one after the other, but not always in the order in which they were sent. */
  const underWay = useRef<Promise<Outcome>>(Promise.resolve(null))

  const path = `tables/${encodeURIComponent(table)}`

  async function rehearse(): Promise<Outcome> {
    const body = { changes: steps, dryRun: true }
    try {
      const { failures } = (await server.send({ method: 'PATCH', path, body })) as ChangedTable
      return { failures, problem: '' }
    } catch (error) {
      return refused(error as ServerError)
    }
  }

  useEffect(() => {
    setOutcome(null)
    if (!isReady) return undefined
    let isGone = false
    const timer = setTimeout(() => {
      if (isCarriedOut.current) return
      underWay.current = rehearse()
      void underWay.current.then((told) => !isGone && setOutcome(told))
    }, 300)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [written, isReady])

  return {
    outcome,
    isFine: isReady && outcome !== null && !outcome.problem && outcome.failures.length === 0,
    async carryOut() {
      isCarriedOut.current = true
      await underWay.current
      try {
        const body = { changes: steps }
        return (await sendWrite(server, { method: 'PATCH', path, body })).write
      } catch (error) {
        isCarriedOut.current = false
        setOutcome(refused(error as ServerError))
        return null
      }
    },
  }
}

function refused(error: ServerError): Outcome {
  return { failures: [], problem: reasonOf(error) }
}

import type { Server, ServerError } from 'triptych-client'
import type { ChangedTable, RowFailure } from '@triptych/contract/table-schema'
import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '../words/words.ts'

/** `null` until it is known. */
export type Outcome = { failures: readonly RowFailure[]; problem: string } | null

interface Rehearsal {
  outcome: Outcome
  /** Whether it can be done as it stands. */
  isFine: boolean
  /** Answers whether it was done; why it was not stands in `outcome` then. */
  carryOut: () => Promise<boolean>
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

  async function send(dryRun: boolean): Promise<Outcome> {
    const path = `tables/${encodeURIComponent(table)}`
    const body = { changes: steps, dryRun }
    try {
      const { failures } = (await server.send({ method: 'PATCH', path, body })) as ChangedTable
      return { failures, problem: '' }
    } catch (error) {
      return { failures: [], problem: reasonOf(error as ServerError) }
    }
  }

  useEffect(() => {
    setOutcome(null)
    if (!isReady) return undefined
    let isGone = false
    const timer = setTimeout(() => {
      if (isCarriedOut.current) return
      underWay.current = send(true)
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
      const told = await send(false)
      if (told && !told.problem) return true
      isCarriedOut.current = false
      setOutcome(told)
      return false
    },
  }
}

import { untilAnswered } from 'triptych-client'
import type { Server, ServerError } from 'triptych-client'
import type { Change } from '@triptych/contract/changes'
import type { Row } from '@triptych/contract/tables'
import { useEffect, useState } from 'react'
import { reasonOf } from '../../words/words.ts'

interface FoundRow {
  /** `null` until it is known. */
  row: Row | null
  /** Why there is none. */
  problem: string
  again: () => void
}

/** One row as it is now, whoever changes it. */
export function useRow(server: Server, table: string, id: number): FoundRow {
  const [found, setFound] = useState<{ row: Row | null; problem: string }>({
    row: null,
    problem: '',
  })
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    let isGone = false
    const path = `${encodeURIComponent(table)}/${id}`
    const read = async () => {
      try {
        const row = await untilAnswered(
          () => server.send({ method: 'GET', path }),
          () => isGone,
        )
        if (!isGone) setFound({ row: row as Row, problem: '' })
      } catch (error) {
        if (!isGone) setFound({ row: null, problem: reasonOf(error as ServerError) })
      }
    }
    const change = ({ area, operation, entity }: Change) => {
      if (area !== 'tables') return
      const isMany = entity === table && operation.startsWith('rows-')
      if (isMany || entity === `${table}/${id}`) void read()
    }
    // What is done in the grid is no news.
    const ends = [server.onUnsaved((count) => count === 0 && void read())]
    void server.follow({ change, reload: () => void read() }).then((end) => {
      if (isGone) end()
      else ends.push(end)
    })
    void read()
    return () => {
      isGone = true
      for (const end of ends) end()
    }
  }, [server, table, id, turn])

  return { ...found, again: () => setTurn(turn + 1) }
}

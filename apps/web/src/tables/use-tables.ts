import { firstLoad, untilAnswered } from 'triptych-client'
import type { LoadState, Server, ServerError } from 'triptych-client'
import type { Table } from '@triptych/contract/tables'
import type { Change } from '@triptych/contract/changes'
import { useEffect, useRef, useState } from 'react'

interface Told {
  /** Before the list is another one, so that the table that is shown can be followed. */
  onRename: (from: string, to: string) => void
  onError: (error: ServerError) => void
}

/** All tables of the workspace, as they are now; `null` until they are known, and how far that is. */
export function useTables(
  server: Server,
  listener: Told,
): { tables: readonly Table[] | null; load: LoadState } {
  const told = useRef(listener)
  told.current = listener
  const [tables, setTables] = useState<readonly Table[] | null>(null)

  const [load, setLoad] = useState<LoadState>({ state: 'loading' })

  useEffect(() => {
    const over = new AbortController()
    let isGone = false
    let stop = () => {}
    const read = () => server.send({ method: 'GET', path: 'tables' })
    const take = (all: unknown) => !isGone && setTables(all as Table[])
    const again = async () => take(await untilAnswered(read, () => isGone))
    const loadSoon = () => void again().catch((error: ServerError) => told.current.onError(error))
    const change = ({ operation, entity, before }: Change) => {
      if (!operation.startsWith('table-')) return
      const from = before?.['name']
      if (operation === 'table-changed' && typeof from === 'string' && from !== entity) {
        setTables((all) => all?.map((each) => renamed(each, from, entity)) ?? null)
        told.current.onRename(from, entity)
      }
      loadSoon()
    }
    void server.follow({ change, reload: loadSoon }).then((end) => {
      if (isGone) return end()
      stop = end
      return firstLoad(async () => void take(await read()), {
        signal: over.signal,
        onLoad: setLoad,
      }).catch(() => {})
    })
    return () => {
      isGone = true
      over.abort()
      stop()
    }
  }, [server])

  return { tables, load }
}

function renamed(table: Table, from: string, to: string): Table {
  return table.name === from ? { ...table, name: to } : table
}

import { untilAnswered } from '@triptych/client'
import type { Server, ServerError } from '@triptych/client'
import type { Table } from '@triptych/contract/tables'
import type { Change } from '@triptych/contract/changes'
import { useEffect, useRef, useState } from 'react'

interface Told {
  /** Before the list is another one, so that the table that is shown can be followed. */
  onRename: (from: string, to: string) => void
  onError: (error: ServerError) => void
}

/** All tables of the workspace, as they are now; `null` until they are known. */
export function useTables(server: Server, listener: Told): readonly Table[] | null {
  const told = useRef(listener)
  told.current = listener
  const [tables, setTables] = useState<readonly Table[] | null>(null)

  useEffect(() => {
    let isGone = false
    let stop = () => {}
    const read = () => server.send({ method: 'GET', path: 'tables' })
    const load = async () => {
      const all = (await untilAnswered(read, () => isGone)) as Table[]
      if (!isGone) setTables(all)
    }
    const loadSoon = () => void load().catch((error: ServerError) => told.current.onError(error))
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
      return loadSoon()
    })
    return () => {
      isGone = true
      stop()
    }
  }, [server])

  return tables
}

function renamed(table: Table, from: string, to: string): Table {
  return table.name === from ? { ...table, name: to } : table
}

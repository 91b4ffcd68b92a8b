import type { Server } from '@triptych/client'
import type { Table } from '@triptych/contract/tables'
import type { Change } from '@triptych/contract/changes'
import { useEffect, useRef, useState } from 'react'

/**
 * All tables of the workspace, as they are now; `null` until they are known. `onRename` is told first,
 * so that the one that is shown can be followed.
 */
export function useTables(
  server: Server,
  onRename: (from: string, to: string) => void,
): readonly Table[] | null {
  const told = useRef(onRename)
  told.current = onRename
  const [tables, setTables] = useState<readonly Table[] | null>(null)

  useEffect(() => {
    let isGone = false
    let stop = () => {}
    const load = async () => {
      const all = (await server.send({ method: 'GET', path: 'tables' })) as Table[]
      if (!isGone) setTables(all)
    }
    const change = ({ operation, entity, before }: Change) => {
      if (!operation.startsWith('table-')) return
      const from = before?.['name']
      if (operation === 'table-changed' && typeof from === 'string' && from !== entity) {
        setTables((all) => all?.map((each) => renamed(each, from, entity)) ?? null)
        told.current(from, entity)
      }
      load().catch(later)
    }
    const later = () => setTimeout(() => !isGone && void load().catch(later), 1000)
    void server.follow({ change, reload: () => void load().catch(later) }).then((end) => {
      if (isGone) return end()
      stop = end
      return load().catch(later)
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

import type { Server } from '@triptych/client'
import type { Table } from '@triptych/contract/tables'
import { useEffect, useState } from 'react'

/** All tables of the workspace, as they are now; `null` until they are known. */
export function useTables(server: Server): readonly Table[] | null {
  const [tables, setTables] = useState<readonly Table[] | null>(null)

  useEffect(() => {
    let isGone = false
    let stop = () => {}
    const load = async () => {
      const all = (await server.send({ method: 'GET', path: 'tables' })) as Table[]
      if (!isGone) setTables(all)
    }
    const change = ({ operation }: { operation: string }) => {
      if (operation.startsWith('table-')) load().catch(later)
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

import type { FormulaRow } from '@triptych/contract/formula/compile-formula'
import type { Server } from 'triptych-client'
import { useEffect, useState } from 'react'

const few = 3

/** Some rows to show what a formula comes to; none until they are here, or where they cannot be read. */
export function useFirstRows(server: Server, table: string): readonly FormulaRow[] {
  const [rows, setRows] = useState<readonly FormulaRow[]>([])
  useEffect(() => {
    let isGone = false
    const path = `${encodeURIComponent(table)}/query`
    const body = { start: 0, end: few, count: 'none' }
    server.send({ method: 'POST', path, body }).then(
      (found) => {
        if (!isGone) setRows((found as { data: FormulaRow[] }).data)
      },
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [server, table])
  return rows
}

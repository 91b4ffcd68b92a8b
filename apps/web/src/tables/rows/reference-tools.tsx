import type { IApi } from '@svar-ui/react-grid'
import type { Server } from 'triptych-client'
import type { TableDescription } from '@triptych/contract/table-schema'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ViewProps } from '../../view.ts'
import { focusCell, listenToOpening } from './open-cell.ts'
import type { CellAt } from '../cells/picked-cell.ts'

/** It comes when it is asked for. */
const ReferencePanel = lazy(async () => ({
  default: (await import('./reference-panel.tsx')).ReferencePanel,
}))

interface ReferenceToolsProps extends Pick<ViewProps, 'tell' | 'showHistory'> {
  server: Server
  api: IApi | null
  table: TableDescription
}

/** Opens the row that a cell names, over the table. It stands behind the grid, in the same parent. */
export function ReferenceTools({ server, api, table, tell, showHistory }: ReferenceToolsProps) {
  const mark = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState<{ table: string; id: number } | null>(null)
  /** Where the focus was when it was opened. */
  const cameFrom = useRef<CellAt | null>(null)
  const latest = useRef({ api, table })
  latest.current = { api, table }

  useEffect(() => {
    const split = mark.current?.parentElement
    if (!split) return undefined

    function namedIn({ id, column: name }: CellAt): { table: string; id: number } | null {
      const column = latest.current.table.columns.find((one) => one.name === name)
      const value: unknown = latest.current.api?.getRow(id)?.[name]
      if (!column?.reference || typeof value !== 'number') return null
      return { table: column.reference.table, id: value }
    }

    return listenToOpening(split, {
      api: () => latest.current.api,
      button: '.open-reference',
      show(cell) {
        const named = namedIn(cell)
        if (!named) return false
        cameFrom.current = cell
        setOpen(named)
        return true
      },
    })
  }, [])

  function close(): void {
    setOpen(null)
    focusCell(mark.current?.parentElement, cameFrom.current)
  }

  return (
    <>
      <span ref={mark} hidden />
      {open && (
        <Suspense fallback={null}>
          <ReferencePanel
            key={`${open.table} ${open.id}`}
            {...{ server, tell, showHistory }}
            table={open.table}
            id={open.id}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

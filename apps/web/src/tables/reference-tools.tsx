import type { IApi } from '@svar-ui/react-grid'
import type { Server } from 'triptych-client'
import type { TableDescription } from '@triptych/contract/table-schema'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ViewProps } from '../view.ts'
import { cellOfKey, drawnCell } from './cells/picked-cell.ts'
import { rowIn } from './row-tools.tsx'

/** It comes when it is asked for. */
const ReferencePanel = lazy(async () => ({
  default: (await import('./reference-panel.tsx')).ReferencePanel,
}))

interface CellAt {
  id: string | number
  column: string
}

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

    /** Answers whether the cell names a row. */
    function show(cell: CellAt | null): boolean {
      const named = cell && namedIn(cell)
      if (!named) return false
      cameFrom.current = cell
      setOpen(named)
      return true
    }

    function namedIn({ id, column: name }: CellAt): { table: string; id: number } | null {
      const column = latest.current.table.columns.find((one) => one.name === name)
      const value: unknown = latest.current.api?.getRow(id)?.[name]
      if (!column?.reference || typeof value !== 'number') return null
      return { table: column.reference.table, id: value }
    }

    /** The one that something drawn belongs to. */
    function cellAround(target: EventTarget | null): CellAt | null {
      if (!(target instanceof Element) || target.closest('.wx-editor')) return null
      const column = target.closest('.wx-body .wx-cell')?.getAttribute('data-col-id')
      const id = rowIn(target)
      return id === null || !column ? null : { id, column: column.slice(1) }
    }

    function keyDown(event: KeyboardEvent): void {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event
      if (key !== 'Enter' || !altKey || ctrlKey || metaKey || shiftKey) return
      if (show(cellOfKey(latest.current.api, event.target))) stop(event)
    }

    function click(event: MouseEvent): void {
      const target = event.target instanceof Element ? event.target : null
      const isButton = target?.closest('.open-reference')
      if ((isButton || event.ctrlKey || event.metaKey) && show(cellAround(target))) stop(event)
    }

    // Before the grid and its cells hear of it.
    split.addEventListener('keydown', keyDown, true)
    split.addEventListener('click', click, true)
    return () => {
      split.removeEventListener('keydown', keyDown, true)
      split.removeEventListener('click', click, true)
    }
  }, [])

  function close(): void {
    setOpen(null)
    const [from, split] = [cameFrom.current, mark.current?.parentElement]
    const cell = from && split && drawnCell(split, from.id, from.column)
    if (cell) cell.focus()
    else split?.querySelector<HTMLElement>('.wx-table-box')?.focus()
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

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

import type { IApi } from '@svar-ui/react-grid'
import { lockedColumns } from '../table-rights.ts'
import { writeCells } from 'triptych-client'
import type { Failure, Server, TableConnection } from 'triptych-client'
import type { TableDescription } from '@triptych/contract/table-schema'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'
import { isTyping } from '../../is-typing.ts'
import type { ViewProps } from '../../view.ts'
import type { References } from './references.ts'
import type { TableRights } from '../table-rights.ts'
import { cellEdits } from './cell-edits.ts'
import type { Edited } from './cell-edits.ts'
import { listenToKeys } from './cell-keys.ts'
import { isOfCells, keyboardOfCells } from './keyboard-of-cells.ts'
import { listenToMouse } from './cell-mouse.ts'
import { cellPlace, usePeople, useTellCell } from './cell-people.ts'
import type { OtherHere } from './cell-people.ts'
import { cellRanges } from './cell-ranges.ts'
import { cellStore, markKey } from './cell-store.ts'
import type { Cells } from './cell-context.ts'
import { rememberCells } from './picked-cell.ts'
import { enterWanted } from '../wanted-row.ts'
import { overwritten } from '../../overwritten.ts'
import { reasonOf } from '../../words/words.ts'

export interface CellsProps {
  server: Server
  described: TableDescription
  references: References
  rights: TableRights
  newRow: object
  groupColumns: readonly string[]
  tell: ViewProps['tell']
  standAt: ViewProps['standAt']
  area: RefObject<HTMLElement | null>
}

export interface Made {
  api: IApi
  connection: TableConnection
}

/** The cells of a grid under keyboard, mouse and clipboard. */
export function useCells(made: Made | null, props: CellsProps) {
  const latest = useRef(props)
  latest.current = props
  const [cells, setCells] = useState<Cells | null>(null)
  const company = useRef<readonly OtherHere[]>([])
  const { server, described } = props

  useEffect(() => {
    const area = latest.current.area.current
    if (!made || !area) return undefined
    const store = cellStore({ ...made, area, now })
    const ranges = cellRanges(store)
    const edits = cellEdits(store, tellOverwritten, (typed, into) => void ranges.enter(typed, into))
    rememberCells(store, ranges)
    const keyboard = keyboardOfCells(area)
    const commands = {
      clear: () => void ranges.clear(),
      fillDown: () => void ranges.fillDown(),
    }
    // It is for what has the keyboard; the event may come to what lies over the cells.
    const isHere = () => isOfCells(document.activeElement) || keyboard.isLost()
    // Where there is no row, no cell can have the keyboard.
    const isForFirstRow = ({ target }: Event) =>
      store.shape().rows === 0 &&
      store.connection.lines().headings.length === 0 &&
      !isTyping(target) &&
      document.querySelector('dialog[open]') === null
    const isText = () => document.getSelection()?.isCollapsed === false
    const heard: Record<string, (event: ClipboardEvent) => void> = {
      copy: (event) => void (isHere() && !isText() && ranges.copy(event)),
      cut: (event) => isHere() && !isText() && ranges.cut(event),
      paste(event) {
        if ((isHere() && !isText()) || isForFirstRow(event)) void ranges.paste(event)
      },
    }
    for (const [name, work] of Object.entries(heard)) {
      document.addEventListener(name as 'copy', work)
    }
    const ends = [
      listenToKeys(store, edits, commands, keyboard),
      () => keyboard.stop(),
      listenToMouse(store, (from, to) => void ranges.fill(from, to)),
      () => store.stop(),
    ]
    const wanted = enterWanted(described.name, (row) => {
      const [first = ''] = store.shape().columns
      const cell = store.cellOf(row.id, row.column) ?? store.cellOf(row.id, first)
      if (cell) store.go(cell)
      return cell !== null
    })
    ends.push(wanted.end, store.subscribe(wanted.look))
    wanted.look()
    setCells({ store, edits })
    return () => {
      setCells(null)
      for (const end of ends) end()
      for (const [name, work] of Object.entries(heard)) {
        document.removeEventListener(name as 'copy', work)
      }
    }

    function now() {
      const { described: table, references, rights, tell, server: from } = latest.current
      const { newRow, groupColumns } = latest.current
      const readOnly = lockedColumns(table)
      const { name, columns } = table
      return {
        table: name,
        columns,
        readOnly,
        references,
        rights,
        newRow,
        groupColumns,
        tell,
        server: from,
      }
    }

    /** Somebody else has written into the cell while it was edited here. */
    function tellOverwritten({ id, column: name }: Edited, theirs: unknown): void {
      const column = store.column(name)
      if (!column) return
      const who = company.current.find((one) => one.row === id && one.column === name)?.name
      const take = () =>
        void writeCells(store.connection, 'update-cell', [{ id, values: { [name]: theirs } }])
      latest.current.tell(overwritten(who || null, store.text(column, theirs), take))
    }
  }, [made])

  const { others, isCompany } = usePeople(server, described.name)
  company.current = others
  useTellCell(usePlace(cells), isCompany, props.standAt)

  /** Answers whether the cell shows it. */
  function refuse({ error, cells: which }: Failure): boolean {
    const [column] = which?.columns ?? []
    if (!cells || !which || !column || error.status === 404 || error.status < 400) return false
    if (!cells.store.cellOf(which.id, column)) return false
    const key = markKey(which.id, column)
    const text = cells.edits.sentText(key)
    cells.store.refuse([{ id: which.id, column, text, reason: reasonOf(error) }])
    return true
  }

  return { cells, others, refuse }
}

/** The cell that is selected, in words for the others. */
function usePlace(cells: Cells | null): string {
  return useSyncExternalStore(
    (listener) => cells?.store.subscribe(listener) ?? (() => {}),
    () => {
      const picked = cells?.store.state().picked
      const row = picked && cells?.store.rowAt(picked.at.row)
      if (!cells || !row) return ''
      return cellPlace(cells.store.connection.realId(row.id), picked.at.column)
    },
  )
}

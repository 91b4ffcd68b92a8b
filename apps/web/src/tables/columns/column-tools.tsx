import type { Server } from 'triptych-client'
import type { TableDescription, ViewGroup } from '@triptych/contract/table-schema'
import { useEffect, useRef, useState } from 'react'
import { columnMenu, groupMenu, groupsIn, nextSort, totalMenu } from './column-menu.ts'
import type { ColumnTask, DialogTask } from './column-menu.ts'
import { drawnWidth } from './column-width.ts'
import { ColumnTaskDialog } from './column-task-dialog.tsx'
import { FloatMenu } from '../float-menu.tsx'
import { focusSoon } from '../../keep-focus.ts'
import type { Anchor } from '../float-menu.tsx'
import type { TableAddress } from '../views/table-address.ts'
import type { TableRights } from '../table-rights.ts'
import { useHeaderFocus } from './use-header-focus.ts'
import { useHeaders } from './use-headers.ts'
import { movedName, namesIn, orderedNames } from '../views/view-address.ts'
import { t } from '../../words/words.ts'

interface ColumnToolsProps {
  server: Server
  table: TableDescription
  tables: readonly string[]
  address: TableAddress
  rights: TableRights
  onAddress: (change: Partial<TableAddress>) => void
  /** The same for where columns stand, and which of them. */
  onArrange: (change: Partial<TableAddress>) => void
  onFilter: (column: string) => void
  /** Its cells in all rows. */
  onSelect: (column: string) => void
  onRenamed: (from: string, to: string) => void
  /** Told what was done, and by what it is taken back. */
  onDone: (text: string, write: string) => void
}

interface Opened {
  column: string
  anchor: Anchor
}

/** A column that was made beside another one. */
interface Added {
  column: string
  side: 'before' | 'after'
  name: string
}

/** What is done by the headers of the grid it stands beside. */
export function ColumnTools(props: ColumnToolsProps) {
  const { server, table, tables, address, rights, onAddress, onFilter, onRenamed } = props
  const mark = useRef<HTMLSpanElement>(null)
  const area = useRef<HTMLElement | null>(null)
  const [menu, setMenu] = useState<Opened | null>(null)
  const [totals, setTotals] = useState<Opened | null>(null)
  const [units, setUnits] = useState<(Opened & { outer: readonly ViewGroup[] }) | null>(null)
  const [task, setTask] = useState<{ column: string; task: DialogTask } | null>(null)
  const [added, setAdded] = useState<Added | null>(null)
  /** How the column is called now that a dialog was about. */
  const named = useRef('')

  // Before the listeners of `useHeaders` are set.
  useEffect(() => {
    area.current = mark.current?.parentElement ?? null
  }, [])
  useHeaderFocus(area, table.columns)
  useHeaders(area, {
    onSort: (column, adds) => onAddress({ sort: nextSort(address.sort, column, adds) }),
    onMenu: (column, anchor) => setMenu({ column, anchor }),
    onMove: (column, target, side) => {
      const names = orderedNames(namesIn(table), address.order)
      props.onArrange({ order: movedName(names, column, target, side) })
    },
    onFit(column) {
      const width = area.current && drawnWidth(area.current, column)
      if (width) onAddress({ widths: { ...address.widths, [column]: width } })
    },
  })

  function start({ column, anchor }: Opened, asked: ColumnTask): void {
    if (asked === 'filter') onFilter(column)
    else if (asked === 'select') props.onSelect(column)
    else if (asked === 'total') setTotals({ column, anchor })
    else if (asked === 'group') setUnits({ column, anchor, outer: [] })
    else if (asked === 'subgroup') setUnits({ column, anchor, outer: groupsIn(address) })
    else {
      named.current = column
      setTask({ column, task: asked })
    }
  }

  /** The grid draws its headers anew, so that the one which had the keyboard may be gone. */
  function closeTask(): void {
    setTask(null)
    focusSoon(() => {
      const header = `.wx-header [data-header-id="${CSS.escape(`:${named.current}`)}"]`
      return area.current?.querySelector<HTMLElement>(header)
    })
  }

  // When the table has it: until then the address would name what is not there.
  useEffect(() => {
    if (!added || !namesIn(table).includes(added.name)) return
    setAdded(null)
    if (address.order.length === 0) return
    const names = orderedNames(namesIn(table), address.order)
    onAddress({ order: movedName(names, added.name, added.column, added.side) })
  }, [added, table])

  return (
    <>
      <span ref={mark} hidden />
      {menu && (
        <FloatMenu
          label={t('Column {column}', { column: menu.column })}
          anchor={menu.anchor}
          groups={columnMenu({
            table,
            column: menu.column,
            address,
            rights,
            onAddress,
            onArrange: props.onArrange,
            onTask: (asked) => start(menu, asked),
          })}
          onClose={() => setMenu(null)}
        />
      )}
      {totals && (
        <FloatMenu
          label={t('Below the column {column}', { column: totals.column })}
          anchor={totals.anchor}
          groups={totalMenu({ table, column: totals.column, address, onAddress })}
          onClose={() => setTotals(null)}
        />
      )}
      {units && (
        <FloatMenu
          label={t('Group by {column}', { column: units.column })}
          anchor={units.anchor}
          groups={groupMenu({ column: units.column, outer: units.outer, onAddress })}
          onClose={() => setUnits(null)}
        />
      )}
      {task && (
        <ColumnTaskDialog
          server={server}
          table={table}
          tables={tables}
          column={task.column}
          task={task.task}
          onRenamed={(to) => {
            named.current = to
            onRenamed(task.column, to)
          }}
          onAdded={(side, name) => setAdded({ column: task.column, side, name })}
          onDone={props.onDone}
          onClose={closeTask}
        />
      )}
    </>
  )
}

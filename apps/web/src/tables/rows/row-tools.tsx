import type { IApi } from '@svar-ui/react-grid'
import type { Server } from 'triptych-client'
import { isStandIn } from 'triptych-client'
import type { TableDescription } from '@triptych/contract/table-schema'
import above from 'lucide-static/icons/arrow-up-to-line.svg?raw'
import below from 'lucide-static/icons/arrow-down-to-line.svg?raw'
import clock from 'lucide-static/icons/history.svg?raw'
import comments from 'lucide-static/icons/message-square-text.svg?raw'
import copy from 'lucide-static/icons/copy.svg?raw'
import filterIcon from 'lucide-static/icons/list-filter.svg?raw'
import form from 'lucide-static/icons/maximize-2.svg?raw'
import link from 'lucide-static/icons/link.svg?raw'
import trash from 'lucide-static/icons/trash-2.svg?raw'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ViewProps } from '../../view.ts'
import type { Beside } from '../add-row.ts'
import { cellOfKey, deleteLongRange, enterCells, longRange } from '../cells/picked-cell.ts'
import { FloatMenu } from '../float-menu.tsx'
import type { Anchor, FloatItem } from '../float-menu.tsx'
import { copyRowLink } from './row-link.ts'
import { canAskFor, withValueRule } from '../filter/value-rule.ts'
import type { References } from '../cells/references.ts'
import type { TableAddress } from '../views/table-address.ts'
import type { TableRights } from '../table-rights.ts'
import { useGridState } from '../grid/use-grid-state.ts'
import { locale } from '../../place/locale.ts'
import { t } from '../../words/words.ts'
import { titleOf } from '../table-titles.ts'

/** It comes when it is asked for. */
const RowPanel = lazy(async () => ({ default: (await import('./row-panel.tsx')).RowPanel }))

type Id = string | number

interface RowToolsProps extends Pick<ViewProps, 'server' | 'tell' | 'showHistory'> {
  server: Server
  api: IApi | null
  table: TableDescription
  references: References
  address: TableAddress
  rights: TableRights
  realId: (row: Id) => Id
  onAddress: (change: Partial<TableAddress>, replace?: boolean) => void
  /** The row that was just added and is shown by its form alone. */
  fresh: number | null
  onFirstField: (field: Element) => void
  onInsert: (beside: Beside) => void
  onFilter: (filter: object) => void
  onComments: (row: Id) => void
}

/** The menu of a row, and its form beside the grid. It stands behind the grid, in the same parent. */
export function RowTools(props: RowToolsProps) {
  const { server, api, table, references, address, rights, tell, showHistory, realId } = props
  const mark = useRef<HTMLSpanElement>(null)
  const [menu, setMenu] = useState<{ row: Id; cell: MenuCell | null; anchor: Anchor } | null>(null)
  const { selected } = useGridState(api)
  const { row: open } = address
  /** Where the focus was when the form was opened. */
  const cameFrom = useRef<HTMLElement | null>(null)

  const latest = useRef({ show, openMenu: setMenu, api, table })
  latest.current = { show, openMenu: setMenu, api, table }

  useEffect(() => {
    const area = mark.current?.parentElement?.querySelector<HTMLElement>('.grid-area')
    if (!area) return undefined

    function contextMenu(event: MouseEvent): void {
      const row = rowIn(event.target)
      const isBox = event.target instanceof Element && event.target.matches('[type=checkbox]')
      if (row === null || (isTyping(event.target) && !isBox)) return
      event.preventDefault()
      const { api: grid } = latest.current
      const isSelected = grid?.getState().selectedRows?.includes(row) || longRange(grid, row) > 0
      if (!isSelected) void grid?.exec('select-row', { id: row })
      const { clientX: left, clientY: top } = event
      const cell = cellAt(event.target)
      latest.current.openMenu({ row, cell, anchor: { left, top, bottom: top } })
    }

    function keyDown(event: KeyboardEvent): void {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
      if (event.key !== ' ' || !isPlain || isTyping(event.target)) return
      const cell = cellOfKey(latest.current.api, event.target)
      const column = latest.current.table.columns.find(({ name }) => name === cell?.column)
      // Yes and no are ticked by it.
      if (!cell || (column?.type === 'boolean' && !column.options)) return
      event.preventDefault()
      event.stopPropagation()
      latest.current.show(cell.id)
    }

    function click(event: MouseEvent): void {
      const button =
        event.target instanceof Element
          ? event.target.closest('.open-row:not(.open-reference)')
          : null
      const row = button && rowIn(button)
      if (row === null) return
      event.stopPropagation()
      latest.current.show(row)
    }

    area.addEventListener('contextmenu', contextMenu)
    area.addEventListener('keydown', keyDown, true)
    area.addEventListener('click', click, true)
    return () => {
      area.removeEventListener('contextmenu', contextMenu)
      area.removeEventListener('keydown', keyDown, true)
      area.removeEventListener('click', click, true)
    }
  }, [])

  function show(row: Id): void {
    const id = realId(row)
    if (typeof id !== 'number') return
    cameFrom.current = document.activeElement as HTMLElement | null
    props.onAddress({ row: id }, open !== null)
  }

  function close(): void {
    props.onAddress({ row: null })
    if (cameFrom.current?.isConnected) cameFrom.current.focus()
    else enterCells(api, 'back')
  }

  const copyLink = (id: Id) => copyRowLink(table.name, id, tell)

  function showRowHistory(id: Id): void {
    const mayChange = rights.rows || rights.cells
    const name = t('row {id} of {name}', { id, name: titleOf(table) })
    showHistory({ of: `${table.name}/${id}`, name, mayChange })
  }

  const rows = (api?.getState().data ?? []).flatMap(({ id }) => (isStandIn(id) ? [] : [id as Id]))
  const at = rows.findIndex((row) => realId(row) === open)
  const neighbours = { above: numberAt(at - 1), below: numberAt(at + 1) }

  function numberAt(place: number): number | null {
    const id = at < 0 || rows[place] === undefined ? null : realId(rows[place])
    return typeof id === 'number' ? id : null
  }

  function goTo(id: number): void {
    props.onAddress({ row: id })
    void api?.exec('select-row', { id: rows.find((row) => realId(row) === id) ?? id })
    document.querySelector(`.wx-body [data-id="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  function exec(action: string, event: object): void {
    void api?.exec(action, event)
  }

  function byValue(row: Id, cell: MenuCell | null): FloatItem[] {
    const column = table.columns.find(({ name }) => name === cell?.column)
    if (!column || !canAskFor(column)) return []
    const value: unknown = api?.getRow(row)?.[column.name]
    // Yes and no are drawn as a box.
    const answer = value === true ? t('Yes') : value === false ? t('No') : null
    const text = answer ?? cell?.text ?? ''
    const short = text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
    return [
      {
        label: short ? t('Filter by “{value}”', { value: short }) : t('Filter by empty cells'),
        icon: filterIcon,
        run: () => {
          props.onFilter(withValueRule(address.filter, column, value))
          enterCells(api, 'first')
        },
      },
    ]
  }

  function itemsFor(row: Id): FloatItem[][] {
    const long = longRange(api, row)
    const several = long > 0 || (selected.length > 1 && selected.includes(row))
    const deletes = several ? selected : [row]
    const count = long || deletes.length
    return [
      [
        { label: t('Open the form'), icon: form, run: () => show(row) },
        { label: t('Copy a link'), icon: link, run: () => copyLink(realId(row)) },
        { label: t('History …'), icon: clock, run: () => showRowHistory(realId(row)) },
        { label: t('Comments …'), icon: comments, run: () => props.onComments(realId(row)) },
      ],
      byValue(row, menu?.cell ?? null),
      rights.rows
        ? [
            {
              label: t('Insert above'),
              icon: above,
              run: () => props.onInsert({ before: row }),
            },
            {
              label: t('Insert below'),
              icon: below,
              run: () => props.onInsert({ after: row }),
            },
            {
              label: t('Duplicate'),
              icon: copy,
              run: () => exec('copy-row', { id: row, target: row, mode: 'after' }),
            },
          ]
        : [],
      rights.rows
        ? [
            {
              label: several
                ? t('Delete {count} rows', { count: count.toLocaleString(locale) })
                : t('Delete'),
              icon: trash,
              isDangerous: true,
              run: () => {
                if (long > 0) deleteLongRange(api)
                else for (const id of deletes) exec('delete-row', { id })
              },
            },
          ]
        : [],
    ]
  }

  return (
    <>
      <span ref={mark} hidden />
      {menu && (
        <FloatMenu
          label={t('Row {row}', { row: realId(menu.row) })}
          anchor={menu.anchor}
          groups={itemsFor(menu.row)}
          onClose={() => setMenu(null)}
        />
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <RowPanel
            server={server}
            table={table}
            references={references}
            id={open}
            order={address.order}
            mayChange={rights.cells}
            neighbours={neighbours}
            onFirstField={open === props.fresh ? props.onFirstField : null}
            onRow={goTo}
            onHistory={() => showRowHistory(open)}
            onCopyLink={() => copyLink(open)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

/** So much of it stands in a menu. */
const longestValue = 24

/** A cell whose row has a menu. */
interface MenuCell {
  column: string
  /** As people read it. */
  text: string
}

function cellAt(target: EventTarget | null): MenuCell | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-col-id]') : null
  const column = cell?.dataset['colId']?.replace(/^:/, '')
  if (!cell || column === undefined) return null
  return { column, text: cell.innerText.trim().replaceAll(/\s+/g, ' ') }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, .wx-editor') !== null
}

/** The row that something in the grid belongs to. The grid marks a text as such. */
export function rowIn(target: EventTarget | null): Id | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('.wx-body .wx-row') : null
  const text = row?.dataset['id']
  if (text === undefined) return null
  const id = text.startsWith(':') ? text.slice(1) : Number(text)
  return isStandIn(id) ? null : id
}

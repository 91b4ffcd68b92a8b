import type { IApi } from '@svar-ui/react-gantt'
import type { Load } from '@triptych/contract/load'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Scheduling } from '../schedule/ask-schedule.ts'
import { LoadRowView, nameColumn } from './load-row.tsx'
import type { LoadRow } from './load-rows.ts'
import { columnsIn, shownColumns } from './load-scale.ts'
import type { Column, Scale } from './load-scale.ts'
import { columnName, columnText } from './load-text.ts'
import type { Measure } from './load-text.ts'
import { useScrollTogether } from './use-chart-scale.ts'
import { t } from '../words/words.ts'

interface LoadGridProps {
  api: IApi
  load: Load
  rows: readonly LoadRow[]
  scale: Scale
  /** `null` where it does not stand below the chart. */
  side: number | null
  scheduling: Scheduling
  measure: Measure
  onLeft: (left: number) => void
  onCell: (row: LoadRow, column: number) => void
  onPerson: (row: LoadRow) => void
}

const rowHeight = 32
const headHeight = 28
const narrowSide = 128
const dateWidth = 48

/** People and days. Only what is seen is there, and the cell that has the focus. */
export function LoadGrid(props: LoadGridProps) {
  const { api, load, rows, scale, onLeft } = props
  const side = props.side ?? narrowSide
  const area = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ left: 0, top: 0, width: 0, height: 0 })
  const [at, setAt] = useState({ row: 0, column: nameColumn })
  const isToFocus = useRef(false)
  const scrolled = useScrollTogether(api, area, props.side !== null)
  const columns = useMemo(() => columnsIn(scale, load), [scale, load])
  const active = {
    row: Math.min(at.row, rows.length - 1),
    column: Math.min(at.column, columns.length),
  }

  useEffect(() => {
    const element = area.current!
    const measure = () => {
      const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = element
      setView({ left, top, width, height })
      onLeft(left)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [onLeft])

  useEffect(() => {
    if (!isToFocus.current) return
    isToFocus.current = false
    area.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  })

  function goTo(row: number, column: number): void {
    const to = {
      row: Math.max(0, Math.min(row, rows.length - 1)),
      column: Math.max(nameColumn, Math.min(column, columns.length)),
    }
    isToFocus.current = true
    setAt(to)
    bringIntoView(area.current!, to.row, columns[to.column - 1], side)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { row, column } = active
    const page = Math.max(1, Math.floor((view.height - headHeight) / rowHeight) - 1)
    const steps: Record<string, readonly [number, number]> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column === nameColumn ? columnAt(view.left, columns) : column + 1],
      PageUp: [row - page, column],
      PageDown: [row + page, column],
      Home: [row, nameColumn],
      End: [row, columns.length],
    }
    const step = steps[event.key]
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      open(rows[row]!, column)
    }
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    goTo(...step)
  }

  function open(row: LoadRow, column: number): void {
    if (column === nameColumn) props.onPerson(row)
    else if (row.cells.has(column - 1)) props.onCell(row, column - 1)
  }

  const [first, behind] = shownColumns(columns, view.left, view.width - side)
  const shown = numbers(first, behind, active.column - 1, columns.length)
  const top = Math.floor(view.top / rowHeight)
  const bottom = Math.ceil((view.top + view.height - headHeight) / rowHeight)
  const shownRows = numbers(top, Math.min(bottom, rows.length), active.row, rows.length)
  // Narrow weeks have no room for a date each.
  const every = load.unit === 'day' ? 1 : Math.ceil(dateWidth / (columns[1]?.width || dateWidth))
  const calendarOf = useMemo(() => calendarNames(props.scheduling), [props.scheduling])

  return (
    <div
      ref={area}
      className="load-area"
      onScroll={({ currentTarget }) => scrolled(currentTarget.scrollLeft)}
    >
      <div
        role="grid"
        aria-label={t('Load')}
        aria-readonly
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        className="load-grid"
        style={{ width: side + scale.width, height: headHeight + rows.length * rowHeight }}
        onKeyDown={onKeyDown}
      >
        <div role="row" aria-rowindex={1} className="load-days" style={{ height: headHeight }}>
          <div role="columnheader" aria-colindex={1} className="load-name" style={{ width: side }}>
            {t('Name')}
          </div>
          {shown.map((column) => (
            <div
              key={column}
              role="columnheader"
              aria-colindex={column + 2}
              className="load-day"
              title={columnName(load.columns[column]!, load.unit)}
              style={{ left: side + columns[column]!.x, width: columns[column]!.width }}
            >
              <span aria-hidden>
                {column % every === 0 && columnText(load.columns[column]!, load.unit)}
              </span>
              <span className="load-said">{columnName(load.columns[column]!, load.unit)}</span>
            </div>
          ))}
        </div>
        {shownRows.map((place) => (
          <LoadRowView
            key={rows[place]!.id}
            row={rows[place]!}
            place={place}
            top={headHeight + place * rowHeight}
            height={rowHeight}
            active={place === active.row ? active.column : null}
            {...{ shown, columns, side, calendarOf, measure: props.measure }}
            onOpen={(column) => {
              setAt({ row: place, column })
              open(rows[place]!, column)
            }}
          />
        ))}
      </div>
    </div>
  )
}

/** From the first to the one behind the last, and one more wherever it is. */
function numbers(first: number, behind: number, more: number, count: number): number[] {
  const all = Array.from({ length: Math.max(0, behind - first) }, (_, i) => first + i)
  const isThere = more < 0 || more >= count || (more >= first && more < behind)
  return isThere ? all : [...all, more]
}

/** As it stands beside the names. */
function columnAt(left: number, columns: readonly Column[]): number {
  return columns.findIndex(({ x }) => x >= left) + 1
}

function bringIntoView(
  area: HTMLElement,
  row: number,
  column: Column | undefined,
  side: number,
): void {
  const top = row * rowHeight
  const bottom = top + rowHeight + headHeight
  if (top < area.scrollTop) area.scrollTop = top
  else if (bottom > area.scrollTop + area.clientHeight) area.scrollTop = bottom - area.clientHeight
  if (!column) return
  const right = column.x + column.width + side
  if (column.x < area.scrollLeft) area.scrollLeft = column.x
  else if (right > area.scrollLeft + area.clientWidth) area.scrollLeft = right - area.clientWidth
}

function calendarNames({ calendars }: Scheduling): (calendar: number | null) => string {
  const names = new Map(calendars.map(({ id, name }) => [id, name || t('Calendar {id}', { id })]))
  return (calendar) => names.get(calendar ?? 0) ?? t('as the plan')
}

import { cellIn, spanOf } from 'triptych-client'
import type { GroupHeading, Grouping, GroupKey, Server } from 'triptych-client'
import type { ViewGroup } from '@triptych/contract/table-schema'
import type { Column } from '@triptych/contract/tables'
import right from 'lucide-static/icons/chevron-right.svg?raw'
import plus from 'lucide-static/icons/plus.svg?raw'
import { useEffect, useReducer, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../../icon.tsx'
import type { Cells } from '../cells/cell-context.ts'
import { geometryOf } from '../cells/cell-geometry.ts'
import type { Geometry } from '../cells/cell-geometry.ts'
import type { CellStore } from '../cells/cell-store.ts'
import type { References } from '../cells/references.ts'
import { totalText } from '../total-texts.ts'
import { GroupName, useGroupLabels } from './group-name.tsx'
import { locale } from '../../place/locale.ts'
import { t } from '../../words/words.ts'
import './group-headings.css'

/** What folds groups and unfolds them, by their marks. */
export type FoldGroups = (marks: readonly string[], isFolded: boolean) => void

interface Props {
  cells: Cells
  server: Server
  grouping: Grouping
  columns: readonly Column[]
  references: References
  mayAdd: boolean
  onFold: FoldGroups
}

/** Room for the name of a group; what a column adds up stands below it only to the right of that. */
const nameWidth = 260

/** The headings of groups, drawn over the lines that the grid leaves empty for them. */
export function GroupHeadings(props: Props) {
  const { store } = props.cells
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => store.subscribe(draw), [store])
  const geometry = geometryOf(store)
  const { headings, lineOfHeading, start, end } = store.connection.lines()
  if (!geometry || headings.length === 0) return null
  const { heading: focused } = store.state()
  const first = firstThat(headings.length, (at) => lineOfHeading(at) >= start)
  const last = firstThat(headings.length, (at) => lineOfHeading(at) >= end)
  const drawn = headings.map((heading, at) => ({ heading, at })).slice(first, last)
  // What has the keyboard keeps it, wherever somebody scrolls.
  const away = headings.findIndex(({ mark }) => mark === focused)
  if (away >= 0 && (away < first || away >= last))
    drawn.push({ heading: headings[away]!, at: away })
  return createPortal(
    <div className="group-layer" role="rowgroup">
      {drawn.map(({ heading, at }) => (
        <Heading key={heading.mark} {...props} {...{ heading, at, geometry }} />
      ))}
    </div>,
    geometry.body,
  )
}

interface HeadingProps extends Props {
  heading: GroupHeading
  at: number
  geometry: Geometry
}

function Heading({ heading, at, geometry, ...props }: HeadingProps) {
  const { cells, server, grouping, columns, references, mayAdd, onFold } = props
  const { store, edits } = cells
  const { mark, keys, count, values, isFolded } = heading
  const level = grouping.levels[keys.length - 1]
  const column = columns.find(({ name }) => name === level?.column)
  const labelOf = useGroupLabels(server, references, column, level ?? { column: '', unit: null })
  const button = useRef<HTMLButtonElement>(null)
  const hasKeyboard = store.state().heading === mark
  useEffect(() => {
    if (hasKeyboard) button.current?.focus({ preventScroll: true })
  }, [hasKeyboard])
  if (!level) return null

  const { headings, lineOfHeading } = store.connection.lines()
  const line = lineOfHeading(at)
  const label = labelOf(keys.at(-1)!)
  const sums = Object.entries(grouping.totals).map(([name, total]) => {
    const place = geometry.columns.find(({ id }) => id === name)
    const of = columns.find((one) => one.name === name)
    const text = totalText(of, total, values[name])
    const isNumber = of?.type === 'integer' || of?.type === 'number'
    return { name, text, isNumber, place: place && place.left >= nameWidth ? place : null }
  })
  const aligned = sums.flatMap(({ place }) => (place ? [place.left] : []))

  /** With Shift all groups of the level. */
  function fold(isAll: boolean): void {
    const same = isAll ? headings.filter((one) => one.keys.length === keys.length) : [heading]
    onFold(
      same.map((one) => one.mark),
      !isFolded,
    )
  }

  function add(): void {
    if (isFolded) onFold([mark], false)
    edits.add({}, valuesOf(heading, grouping.levels, columns, store))
  }

  function keyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const { key } = event
    const outer = headings.findLastIndex((one, to) => to < at && one.keys.length < keys.length)
    if (key === 'ArrowDown') goToLine(store, line + 1)
    else if (key === 'ArrowUp') goToLine(store, line - 1)
    else if (key === 'ArrowRight' && isFolded) fold(event.shiftKey)
    else if (key === 'ArrowRight') goToLine(store, line + 1)
    else if (key === 'ArrowLeft' && !isFolded) fold(event.shiftKey)
    else if (key === 'ArrowLeft' && outer >= 0) store.goToHeading(headings[outer]!.mark)
    else if (key === 'Home') store.goToHeading(headings[0]!.mark)
    else if (key === 'End') store.goToHeading(headings.at(-1)!.mark)
    else if (key === 'Insert' && mayAdd) add()
    else if (key !== 'ArrowLeft') return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      className="group-heading"
      role="row"
      aria-rowindex={line + 1}
      data-level={keys.length}
      style={{ top: line * geometry.rowHeight, height: geometry.rowHeight }}
    >
      <div
        role="gridcell"
        className="group-title"
        style={{ '--level': keys.length - 1, maxWidth: Math.min(...aligned, Infinity) } as object}
      >
        <button
          ref={button}
          type="button"
          className="group-toggle"
          tabIndex={hasKeyboard || (at === 0 && store.shape().rows === 0) ? 0 : -1}
          aria-expanded={!isFolded}
          title={isFolded ? t('Unfold (with Shift: all)') : t('Fold (with Shift: all)')}
          onKeyDown={keyDown}
          onFocus={() => store.state().heading !== mark && store.set({ heading: mark })}
          onBlur={() => store.state().heading === mark && store.set({ heading: null })}
          onClick={(event) => fold(event.shiftKey)}
        >
          <Icon svg={right} />
          <span className="name">
            <GroupName groupKey={keys.at(-1)!} label={label} column={column} />
          </span>
          <span className="count">{count.toLocaleString(locale)}</span>
        </button>
        {mayAdd && (
          <button
            type="button"
            className="plain icon-only group-add"
            tabIndex={-1}
            aria-label={t('Add a row to {label}', { label })}
            title={t('Add a row to {label}', { label })}
            onClick={add}
          >
            <Icon svg={plus} />
          </button>
        )}
        {sums
          .filter(({ place }) => !place)
          .map(({ name, text }) => (
            <small key={name}>
              {name}: {text}
            </small>
          ))}
      </div>
      {sums.map(
        ({ name, text, isNumber, place }) =>
          place && (
            <small
              key={name}
              role="gridcell"
              className={isNumber ? 'group-sum number' : 'group-sum'}
              style={{ left: place.left, width: place.right - place.left }}
            >
              {text}
            </small>
          ),
      )}
    </div>
  )
}

function goToLine(store: CellStore, line: number): void {
  const { headings, headingAt, rowsAbove } = store.connection.lines()
  const { columns, rows } = store.shape()
  const at = headingAt(line)
  if (at !== null) return store.goToHeading(headings[at]!.mark)
  const row = rowsAbove(line)
  const column = store.state().picked?.at.column ?? columns[0]
  if (line >= 0 && row < rows && column !== undefined) store.go({ row, column })
}

/** What a row has in its cells so that it stands in a group: of a week or a month it is the first day. */
function valuesOf(
  { keys }: GroupHeading,
  levels: readonly ViewGroup[],
  columns: readonly Column[],
  store: CellStore,
): object {
  const pairs = keys.flatMap((key, at) => {
    const { column: name, unit } = levels[at]!
    const column = columns.find((one) => one.name === name)
    return column && store.writes(name) ? [[name, valueOf(key, unit, column)] as const] : []
  })
  return Object.fromEntries(pairs)
}

function valueOf(key: GroupKey, unit: ViewGroup['unit'], column: Column): unknown {
  const isDate = column.type === 'date' || column.type === 'datetime'
  if (!isDate || key === null) return key
  return unit === null ? cellIn(column, key) : spanOf(key, unit).start
}

/** The first of so many for which that is true, as it is for all behind it. */
function firstThat(count: number, isSo: (at: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(middle)) high = middle
    else low = middle + 1
  }
  return low
}

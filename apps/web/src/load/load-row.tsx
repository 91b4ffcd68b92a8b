import type { LoadRow } from './load-rows.ts'
import type { Column } from './load-scale.ts'
import { cellText, wholeText } from './load-text.ts'
import type { Measure } from './load-text.ts'
import { t } from '../words/words.ts'

interface LoadRowViewProps {
  row: LoadRow
  place: number
  top: number
  height: number
  /** Which columns of the load are seen, by their places. */
  shown: readonly number[]
  columns: readonly Column[]
  /** How wide the names are. */
  side: number
  /** The column of the cell that keys go on from, where it is in this row. */
  active: number | null
  calendarOf: (calendar: number | null) => string
  measure: Measure
  onOpen: (column: number) => void
}

/** In it stand the names; the first of the load is beside it. */
export const nameColumn = 0

/** There is no room for a number in less. */
const leastText = 18
const wideSide = 300

export function LoadRowView(props: LoadRowViewProps) {
  const { row, place, shown, columns, side, active, onOpen } = props
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      className={row.isGroup ? 'load-row load-group' : 'load-row'}
      style={{ top: props.top, height: props.height }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className="load-name"
        tabIndex={active === nameColumn ? 0 : -1}
        style={{ width: side, paddingLeft: 12 + row.depth * 14 }}
        onClick={() => onOpen(nameColumn)}
      >
        <span className="name">{row.name || t('No name')}</span>
        {side >= wideSide && !row.isGroup && (
          <span className="more">
            {row.works ? `${row.maxUnits}%, ${props.calendarOf(row.calendar)}` : t('no hours')}
          </span>
        )}
      </div>
      {shown.map((column) => {
        const cell = row.cells.get(column)
        const { x, width } = columns[column]!
        return (
          <div
            key={column}
            role="gridcell"
            aria-colindex={column + 2}
            className={classOf(row, column)}
            tabIndex={active === column + 1 ? 0 : -1}
            aria-label={cell ? wholeText(cell) : t('nothing')}
            title={cell && wholeText(cell)}
            style={{ left: side + x, width }}
            onClick={() => onOpen(column + 1)}
          >
            {cell && width >= leastText && cellText(cell, props.measure)}
          </div>
        )
      })}
    </div>
  )
}

function classOf(row: LoadRow, column: number): string {
  const cell = row.cells.get(column)
  if (cell) return cell.over > 0 ? 'load-cell load-over' : 'load-cell load-work'
  return row.works && row.capacity[column] === 0 ? 'load-cell load-off' : 'load-cell'
}

import type { IApi } from '@svar-ui/react-grid'
import type { Server, TableQuery } from 'triptych-client'
import type { CellStore } from '../cells/cell-store.ts'
import { useGridState } from './use-grid-state.ts'
import { useRangeSums } from './use-range-sums.ts'
import { locale } from '../../place/locale.ts'
import { counted, t } from '../../words/words.ts'

interface TableStatusProps {
  server: Server
  table: string
  /** The rows that are shown. */
  query: TableQuery
  api: IApi | null
  cells: CellStore | null
  count: number | null
  /** How many rows there are, those of groups that are folded included. */
  all: number | null
  /** Whether these are the rows of a filter or a search. */
  isFound: boolean
}

export function TableStatus(props: TableStatusProps) {
  const { server, table, query, api, cells, count, all, isFound } = props
  const { selected } = useGridState(api)
  const {
    height,
    isAll,
    text: sums,
  } = useRangeSums(server, table, cells?.connection.asked() ?? query, cells)
  // Of a long range the grid itself knows one row only.
  const chosen = Math.max(selected.length, height)
  const reachable = api?.getState().dynamic?.rowCount ?? 0
  return (
    <div className="table-status" role="status">
      {all !== null && (
        <span>
          {isFound
            ? counted(all, '{count} row found', '{count} rows found')
            : counted(all, '{count} row', '{count} rows')}
        </span>
      )}
      {isAll && chosen > 1 ? (
        <span>{t('All {count} rows selected', { count: chosen.toLocaleString(locale) })}</span>
      ) : (
        chosen > 1 && <span>{t('{count} selected', { count: chosen.toLocaleString(locale) })}</span>
      )}
      {sums && <span>{sums}</span>}
      {count !== null && reachable < count && (
        <span>
          {t('The browser can scroll to the first {reachable}; filter to see the others.', {
            reachable: reachable.toLocaleString(locale),
          })}
        </span>
      )}
    </div>
  )
}

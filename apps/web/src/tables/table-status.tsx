import type { IApi } from '@svar-ui/react-grid'
import { useSyncExternalStore } from 'react'
import type { CellStore } from './cells/cell-store.ts'
import { rangeText } from './cells/range-text.ts'
import { useGridState } from './use-grid-state.ts'
import { locale } from '../place/locale.ts'
import { counted, t } from '../words/words.ts'

interface TableStatusProps {
  api: IApi | null
  cells: CellStore | null
  count: number | null
  /** Whether these are the rows of a filter or a search. */
  isFound: boolean
}

export function TableStatus({ api, cells, count, isFound }: TableStatusProps) {
  const { selected } = useGridState(api)
  const sums = useSyncExternalStore(
    (listener) => cells?.subscribe(listener) ?? (() => {}),
    () => (cells ? rangeText(cells) : ''),
  )
  const reachable = api?.getState().dynamic?.rowCount ?? 0
  return (
    <div className="table-status" role="status">
      {count !== null && (
        <span>
          {isFound
            ? counted(count, '{count} row found', '{count} rows found')
            : counted(count, '{count} row', '{count} rows')}
        </span>
      )}
      {selected.length > 1 && (
        <span>{t('{count} selected', { count: selected.length.toLocaleString(locale) })}</span>
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

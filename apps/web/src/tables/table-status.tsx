import type { IApi } from '@svar-ui/react-grid'
import { useGridState } from './use-grid-state.ts'
import { locale } from '../place/locale.ts'
import { counted, t } from '../words/words.ts'

interface TableStatusProps {
  api: IApi | null
  count: number | null
  /** Whether these are the rows of a filter or a search. */
  isFound: boolean
}

export function TableStatus({ api, count, isFound }: TableStatusProps) {
  const { selected } = useGridState(api)
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

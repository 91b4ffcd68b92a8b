import { useContext, useSyncExternalStore } from 'react'
import { CellsContext } from './cell-context.ts'
import { t } from '../../words/words.ts'

/** In the corner of the grid: selects all rows there are, drawn or not. For keys it is Ctrl+A. */
export function AllRowsBox() {
  const store = useContext(CellsContext)?.store
  const isAll = useSyncExternalStore(
    (listener) => store?.subscribe(listener) ?? (() => {}),
    () => store?.isAllSelected() ?? false,
  )
  return (
    <input
      type="checkbox"
      className="all-rows"
      tabIndex={-1}
      aria-label={t('Select all rows')}
      title={t('Select all rows (Ctrl+A)')}
      checked={isAll}
      // A click on a header sorts.
      onClick={(event) => event.stopPropagation()}
      onChange={() => (isAll ? store?.selectOne() : store?.selectAll())}
    />
  )
}

import chevron from 'lucide-static/icons/chevron-down.svg?raw'
import sign from 'lucide-static/icons/square-function.svg?raw'
import { Icon } from '../icon.tsx'
import { workedOutText } from './formula-words.ts'
import type { ColumnLayout } from './table-address.ts'
import { orderedNames } from './view-address.ts'
import { t } from '../words/words.ts'

interface Column {
  id: string
  header?: string
}

/** The columns as the view has them: in its order, hidden or shown, as wide as there. */
export function laidOut(
  columns: readonly object[],
  layout: ColumnLayout,
  totals: Readonly<Record<string, string>>,
): object[] {
  const byName = new Map((columns as readonly Column[]).map((column) => [column.id, column]))
  return orderedNames([...byName.keys()], layout.order).map((name) => {
    const column = byName.get(name)!
    const width = layout.widths[name]
    return {
      ...column,
      hidden: layout.hidden.has(name),
      ...(width !== undefined && { width, flexgrow: undefined }),
      header: { text: column.header ?? name, cell: ColumnHeader },
      footer: { text: totals[name] ?? '' },
    }
  })
}

/** How many columns from the left stay in sight: so many that there is room for the others. */
export function frozenCount(
  columns: readonly { id?: string | number; width?: number; hidden?: boolean }[],
  frozen: string | null,
  room: number,
): number {
  const at = columns.findIndex(({ id }) => id === frozen)
  const seen = columns.slice(0, at + 1).filter(({ hidden }) => !hidden)
  const width = seen.reduce((sum, column) => sum + (column.width ?? 0), 0)
  return width > room * 0.7 ? 0 : at + 1
}

interface HeaderProps {
  cell: { text?: string }
  column: { id?: string | number; formula?: string | undefined }
}

/** The name of a column, and what there is to do with it. The keys do the same, see `use-headers.ts`. */
function ColumnHeader({ cell: { text = '' }, column: { id, formula } }: HeaderProps) {
  return (
    <>
      {formula !== undefined && (
        <span
          className="formula-sign"
          role="img"
          aria-label={t('Formula')}
          title={workedOutText({ name: text, formula })}
        >
          <Icon svg={sign} />
        </span>
      )}
      <div className="wx-text">{text}</div>
      <button
        type="button"
        className="column-menu"
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={t('Menu of the column {text}', { text })}
        title={t('Sort, filter, hide …')}
        data-menu-of={id}
      >
        <Icon svg={chevron} />
      </button>
    </>
  )
}

import chevron from 'lucide-static/icons/chevron-down.svg?raw'
import sign from 'lucide-static/icons/square-function.svg?raw'
import type { ComponentType } from 'react'
import { Icon } from '../../icon.tsx'
import { readableWidth } from './column-width.ts'
import { workedOutText } from './formula-words.ts'
import type { ColumnLayout } from '../views/table-address.ts'
import { orderedNames } from '../views/view-address.ts'
import { t } from '../../words/words.ts'

interface Column {
  id: string
  header?: string
  width?: number
  formula?: string | undefined
  /** A value as it is shown, as long as they usually get. */
  sample?: string
}

/** The columns as the view has them: in its order, hidden or shown, as wide as there. */
export function laidOut(
  columns: readonly object[],
  layout: ColumnLayout,
  totals: Readonly<Record<string, string>>,
  /** What stands in the corner of the grid, before the name of its first column. */
  Corner: ComponentType,
): object[] {
  const byName = new Map((columns as readonly Column[]).map((column) => [column.id, column]))
  const names = orderedNames([...byName.keys()], layout.order)
  const first = names.find((name) => !layout.hidden.has(name))
  return names.map((name) => {
    const column = byName.get(name)!
    const [header, total] = [column.header ?? name, totals[name] ?? '']
    const { width: proposed = 0, sample = '', formula } = column
    const width = layout.widths[name]
    const isCorner = name === first
    return {
      ...column,
      ...(isCorner && { Corner }),
      hidden: layout.hidden.has(name),
      ...(width === undefined
        ? {
            width: readableWidth(proposed, {
              header,
              total,
              sample,
              hasSign: formula !== undefined,
              isCorner,
            }),
          }
        : { width, flexgrow: undefined }),
      header: { text: header, cell: ColumnHeader },
      footer: { text: total },
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
  column: { id?: string | number; formula?: string | undefined; Corner?: ComponentType }
}

/** The name of a column, and what there is to do with it. The keys do the same, see `use-headers.ts`. */
function ColumnHeader({ cell: { text = '' }, column: { id, formula, Corner } }: HeaderProps) {
  return (
    <>
      {Corner && <Corner />}
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

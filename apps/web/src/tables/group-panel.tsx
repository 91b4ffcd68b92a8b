import type { ViewGroup } from '@triptych/contract/table-schema'
import type { Column } from '@triptych/contract/tables'
import close from 'lucide-static/icons/x.svg?raw'
import { Icon } from '../icon.tsx'
import type { Option } from './row-names.ts'
import { totalText, valueText } from './total-texts.ts'
import type { Group, GroupKey, Totals } from './use-totals.ts'
import { locale } from '../place/locale.ts'
import { t } from '../words/words.ts'

interface GroupPanelProps {
  group: ViewGroup
  columns: readonly Column[]
  /** The rows that a reference names, by their ids. */
  rows: readonly Option[] | undefined
  groups: readonly Group[]
  totals: Totals
  /** The group whose rows are shown; `undefined` for all. */
  shown: GroupKey | undefined
  onShow: (key: GroupKey | undefined) => void
  onClose: () => void
}

/** The groups of the rows beside the grid, with how many each has and what they add up to. */
export function GroupPanel(props: GroupPanelProps) {
  const { group, columns, rows, groups, totals, shown, onShow, onClose } = props
  const columnOf = (name: string) => columns.find((one) => one.name === name)
  const all = groups.reduce((sum, { count }) => sum + count, 0)

  function labelOf(key: GroupKey): string {
    if (key === null || key === '') return t('Empty')
    const named = rows?.find(({ id }) => id === key)
    if (named) return named.label
    if (group.unit === 'month') return monthText(String(key))
    return group.unit === 'year' ? String(key) : valueText(dayColumn(group, columnOf), key)
  }

  return (
    <aside className="group-panel" aria-label={t('Groups by {column}', { column: group.column })}>
      <header>
        <h2>{t('By {column}', { column: group.column })}</h2>
        <button
          type="button"
          className="plain icon-only"
          aria-label={t('Do not group')}
          title={t('Do not group')}
          onClick={onClose}
        >
          <Icon svg={close} />
        </button>
      </header>
      <ul>
        <li>
          <button
            type="button"
            aria-pressed={shown === undefined}
            onClick={() => onShow(undefined)}
          >
            <span className="name">{t('All')}</span>
            <span className="count">{all.toLocaleString(locale)}</span>
          </button>
        </li>
        {groups.map(({ key, count, values }) => (
          <li key={JSON.stringify(key)}>
            <button type="button" aria-pressed={shown === key} onClick={() => onShow(key)}>
              <span className="name">{labelOf(key)}</span>
              <span className="count">{count.toLocaleString(locale)}</span>
              {Object.entries(totals).map(([name, total]) => (
                <small key={name}>
                  {name}: {totalText(columnOf(name), total, values[name])}
                </small>
              ))}
            </button>
          </li>
        ))}
      </ul>
    </aside>
  )
}

/** A day or a week is told by a day, also where the column has times. */
function dayColumn(
  { column, unit }: ViewGroup,
  columnOf: (name: string) => Column | undefined,
): Pick<Column, 'type'> | undefined {
  return unit === null ? columnOf(column) : { type: 'date' }
}

const month = new Intl.DateTimeFormat(locale, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

function monthText(text: string): string {
  return month.format(new Date(`${text}-01T00:00:00Z`))
}

import panel from 'lucide-static/icons/panel-left.svg?raw'
import plus from 'lucide-static/icons/plus.svg?raw'
import tableIcon from 'lucide-static/icons/table-2.svg?raw'
import upload from 'lucide-static/icons/upload.svg?raw'
import { useRights } from '../accounts/rights.ts'
import { writeAddress } from '../address.ts'
import { Icon } from '../icon.tsx'
import { useLeft } from '../rules/left.ts'
import { useStored } from '../use-stored.ts'
import type { Go } from '../view.ts'
import { t } from '../words/words.ts'
import { useTitleOf } from './table-titles.ts'

interface TableListProps {
  tables: readonly string[]
  shown: string | null
  go: Go
  onNew: () => void
  onImport: () => void
}

/** The tables of the workspace: a list at the side, or one to choose from where there is no room. */
export function TableList({ tables, shown, go, onNew, onImport }: TableListProps) {
  const [width, setWidth] = useStored('triptych.tables.list', 'wide')
  const titleOf = useTitleOf()
  const isWide = width === 'wide'
  const { change: mayChange } = useRights()
  const { newTables } = useLeft()
  return (
    <aside className={isWide ? 'table-list' : 'table-list collapsed'}>
      <div className="head">
        <button
          type="button"
          className="plain icon-only collapse"
          aria-expanded={isWide}
          aria-label={t('List of tables')}
          title={t('List of tables')}
          onClick={() => setWidth(isWide ? 'narrow' : 'wide')}
        >
          <Icon svg={panel} />
        </button>
        <select
          className="control"
          aria-label={t('Table')}
          value={shown ?? ''}
          onChange={(event) => go([event.target.value])}
        >
          {!shown && <option value="">{t('Choose a table')}</option>}
          {tables.map((name) => (
            <option key={name} value={name}>
              {titleOf(name)}
            </option>
          ))}
        </select>
        {mayChange && newTables && (
          <>
            <button
              type="button"
              className="plain icon-only"
              aria-label={t('Import a file')}
              title={t('Import a file')}
              onClick={onImport}
            >
              <Icon svg={upload} />
            </button>
            <button
              type="button"
              className="plain icon-only"
              aria-label={t('New table')}
              title={t('New table')}
              onClick={onNew}
            >
              <Icon svg={plus} />
            </button>
          </>
        )}
      </div>
      <nav aria-label={t('Tables')}>
        {tables.map((name) => (
          <a
            key={name}
            href={writeAddress('tables', [name])}
            title={titleOf(name)}
            aria-current={name === shown ? 'page' : undefined}
          >
            <Icon svg={tableIcon} />
            <span>{titleOf(name)}</span>
          </a>
        ))}
      </nav>
    </aside>
  )
}

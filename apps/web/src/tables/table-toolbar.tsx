import type { IApi } from '@svar-ui/react-grid'
import type { TableDescription } from '@triptych/contract/table-schema'
import comments from 'lucide-static/icons/message-square-text.svg?raw'
import download from 'lucide-static/icons/download.svg?raw'
import clock from 'lucide-static/icons/history.svg?raw'
import filterIcon from 'lucide-static/icons/list-filter.svg?raw'
import more from 'lucide-static/icons/ellipsis-vertical.svg?raw'
import pencil from 'lucide-static/icons/pencil.svg?raw'
import plus from 'lucide-static/icons/plus.svg?raw'
import replace from 'lucide-static/icons/replace.svg?raw'
import redo from 'lucide-static/icons/redo-2.svg?raw'
import trash from 'lucide-static/icons/trash-2.svg?raw'
import undo from 'lucide-static/icons/undo-2.svg?raw'
import upload from 'lucide-static/icons/upload.svg?raw'
import type { RefObject } from 'react'
import { Icon } from '../icon.tsx'
import { deleteLongRange, enterCells } from './cells/picked-cell.ts'
import { ColumnChooser } from './columns/column-chooser.tsx'
import { Menu } from '../menu.tsx'
import { SearchBox } from './filter/search-box.tsx'
import type { TableAddress } from './views/table-address.ts'
import type { TableRights } from './table-rights.ts'
import type { HistoryOf } from '../view.ts'
import { useGridState } from './grid/use-grid-state.ts'
import type { WayBack } from '../way-back.ts'
import { t } from '../words/words.ts'
import { titleOf } from './table-titles.ts'

export type TableDialog = 'rename' | 'delete' | 'import' | 'columns' | 'replace'

interface TableToolbarProps {
  api: IApi | null
  table: TableDescription
  rights: TableRights
  wayBack: WayBack
  address: TableAddress
  onAddress: (address: Partial<TableAddress>) => void
  exportAddress: (format: string) => string
  filterButton: RefObject<HTMLButtonElement | null>
  isFilterShown: boolean
  onFilter: () => void
  onDialog: (dialog: TableDialog) => void
  showHistory: (of: HistoryOf) => void
  realId: (row: string | number) => string | number
  /** Whether the focus goes to “Add row”. */
  isFresh: boolean
  onAdd: () => void
  /** On the row with this id. */
  onComments: (row: string | number) => void
}

const formats = { csv: 'CSV', tsv: 'TSV', xlsx: t('Excel (XLSX)'), json: 'JSON', ndjson: 'NDJSON' }

export function TableToolbar(props: TableToolbarProps) {
  const {
    api,
    table,
    rights,
    wayBack,
    address,
    onAddress,
    exportAddress,
    filterButton,
    isFilterShown,
    onFilter,
    onDialog,
    showHistory,
    realId,
    onAdd,
    onComments,
  } = props
  const state = useGridState(api)
  const rules = rulesIn(address.filter)
  const moreItems = [
    { label: t('History …'), icon: clock, run: () => showHistory(historyShown()) },
    ...(rights.cells
      ? [{ label: t('Find and replace …'), icon: replace, run: () => onDialog('replace') }]
      : []),
    ...(rights.rows
      ? [{ label: t('Import a file …'), icon: upload, run: () => onDialog('import') }]
      : []),
    ...(rights.define
      ? [
          { label: t('Rename …'), icon: pencil, run: () => onDialog('rename') },
          { label: t('Delete …'), icon: trash, isDangerous: true, run: () => onDialog('delete') },
        ]
      : []),
  ]

  /** Of the row that is selected, or of the table. */
  function historyShown(): HistoryOf {
    const [row, ...others] = state.selected.map(realId)
    const mayChange = rights.rows || rights.cells
    if (!row || others.length > 0) return { of: table.name, name: titleOf(table), mayChange }
    return {
      of: `${table.name}/${row}`,
      name: t('row {row} of {name}', { row, name: titleOf(table) }),
      mayChange,
    }
  }

  function deleteRows(): void {
    if (deleteLongRange(api)) return
    for (const id of state.selected) void api?.exec('delete-row', { id })
  }

  return (
    <div className="table-toolbar" role="toolbar" aria-label={t('Table')}>
      {rights.rows && (
        <button type="button" className="button primary" autoFocus={props.isFresh} onClick={onAdd}>
          <Icon svg={plus} />
          <span className="wide-only">{t('Add row')}</span>
        </button>
      )}
      {(rights.rows || rights.cells) && (
        <span className="group">
          {rights.rows && (
            <ToolButton
              label={t('Delete the selected rows')}
              icon={trash}
              isDisabled={state.selected.length === 0}
              onClick={deleteRows}
            />
          )}
          <ToolButton
            label={t('Undo')}
            icon={undo}
            isDisabled={!wayBack.canUndo}
            onClick={wayBack.undo}
          />
          <ToolButton
            label={t('Redo')}
            icon={redo}
            isDisabled={!wayBack.canRedo}
            onClick={wayBack.redo}
          />
        </span>
      )}
      <ToolButton
        label={t('Comments on the selected row')}
        icon={comments}
        isDisabled={state.selected.length !== 1}
        onClick={() => onComments(state.selected[0]!)}
      />
      <SearchBox
        value={address.search}
        onChange={(search) => onAddress({ search })}
        onLeave={(to) => enterCells(api, to)}
      />
      <span className="group end">
        <button
          ref={filterButton}
          type="button"
          className={rules > 0 ? 'button active' : 'button'}
          aria-expanded={isFilterShown}
          onClick={onFilter}
        >
          <Icon svg={filterIcon} />
          <span className="wide-only">{t('Filter')}</span>
          {rules > 0 && <span className="badge">{rules}</span>}
        </button>
        <ColumnChooser
          columns={table.svar.columns.map(({ id }) => id)}
          hidden={address.hidden}
          onChange={(hidden) => onAddress({ hidden })}
          {...(rights.define && { onEdit: () => onDialog('columns') })}
        />
        <Menu
          label={t('Export what is shown')}
          items={Object.entries(formats).map(([format, label]) => ({
            label,
            href: exportAddress(format),
          }))}
        >
          <Icon svg={download} />
          <span className="wide-only">{t('Export')}</span>
        </Menu>
        {moreItems.length > 0 && (
          <Menu label={t('More')} className="button icon-only" items={moreItems}>
            <Icon svg={more} />
          </Menu>
        )}
      </span>
    </div>
  )
}

interface ToolButtonProps {
  label: string
  icon: string
  isDisabled: boolean
  onClick: () => void
}

function ToolButton({ label, icon, isDisabled, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="button icon-only"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon svg={icon} />
    </button>
  )
}

function rulesIn(filter: unknown): number {
  const { rules, field } = (filter ?? {}) as { rules?: unknown[]; field?: unknown }
  if (Array.isArray(rules)) return rules.reduce<number>((sum, rule) => sum + rulesIn(rule), 0)
  return field === undefined ? 0 : 1
}

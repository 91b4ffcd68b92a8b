import type { ICellProps } from '@svar-ui/react-grid'
import openIcon from 'lucide-static/icons/maximize-2.svg?raw'
import { isStandIn } from 'triptych-client'
import type { GridColumn, Server } from 'triptych-client'
import type { TableDescription } from '@triptych/contract/table-schema'
import type { Column } from '@triptych/contract/tables'
import { AllRowsBox } from '../cells/all-rows-box.tsx'
import { laidOut } from '../columns/column-layout.tsx'
import { sampleOf } from '../columns/column-width.ts'
import { dayText, momentText, numberTexts } from '../cell-texts.ts'
import { ChoiceCell } from '../chip.tsx'
import { FileCell } from '../cells/file-cell.tsx'
import { MailCell, PageCell } from '../cells/link-cell.tsx'
import { ReferenceCell } from '../cells/reference-cell.tsx'
import { numberFormat } from '../columns/formats.ts'
import { Icon } from '../../icon.tsx'
import type { References } from '../cells/references.ts'
import { rowNames } from '../cells/row-names.ts'
import type { ColumnLayout } from '../views/table-address.ts'
import { lockedColumns } from '../table-rights.ts'
import { t } from '../../words/words.ts'

/** Room for a number of eight figures. */
const idWidth = 90

interface Shown {
  references: References
  layout: ColumnLayout
  /** What stands below the columns. */
  totalTexts: Readonly<Record<string, string>>
  mayChange: boolean
  server: Server
}

/** The columns the server proposes, with what a person wants to see and to edit in each. */
export function gridColumns(
  proposed: readonly GridColumn[],
  { columns, access }: Pick<TableDescription, 'columns' | 'access'>,
  { references, layout, totalTexts, mayChange, server }: Shown,
): object[] {
  // A column that grows makes the grid draw all of them, which only few can bear.
  const locked = lockedColumns({ columns, access })
  const canGrow = columns.length <= 8
  const made = proposed.map((column) => {
    const known = columns.find(({ name }) => name === column.id)
    const isGrowing = canGrow && known !== undefined && isLong(known)
    const isLocked = !mayChange || locked.includes(column.id)
    const shared = { ...column, ...(isGrowing && { flexgrow: 1 }) }
    return known
      ? {
          ...shared,
          kind: known.type,
          formula: known.formula,
          ...looks(known, references, server),
          ...(isLocked && readOnly),
        }
      : { ...shared, kind: 'id', cell: IdCell, width: idWidth }
  })
  return laidOut(made, layout, totalTexts, AllRowsBox)
}

/** Free texts and the names of rows share the room that is left; what is short by its kind needs none. */
function isLong({ type, options, reference }: Column): boolean {
  return (type === 'text' && !options) || reference !== null
}

const readOnly = { editor: undefined, mayChange: false }

function looks(
  { name, type, options, colors, reference, format }: Column,
  references: References,
  server: Server,
): object {
  if (reference) {
    const names = rowNames(server, reference.table)
    const looks = { kind: 'reference', width: 180, cell: ReferenceCell, editor: 'cell' }
    return { ...looks, names, options: references.get(name) }
  }
  if (options) return { kind: 'choice', editor: 'cell', cell: ChoiceCell, colors }
  if (format?.kind === 'email') return { kind: 'address', editor: 'cell', cell: MailCell }
  if (format?.kind === 'url') return { kind: 'address', editor: 'cell', cell: PageCell }
  if (format?.kind === 'file') return { kind: 'file', editor: 'cell', cell: FileCell }
  switch (type) {
    case 'boolean':
      return { editor: undefined, cell: CheckCell }
    case 'date':
      return { template: dayText, sample: sampleOf(type, dayText), editor: 'cell' }
    case 'datetime':
      return {
        template: momentText,
        sample: sampleOf(type, momentText),
        editor: 'cell',
        width: 200,
      }
    case 'json':
      return {
        template: (value: unknown) => (value === '' ? '' : JSON.stringify(value)),
        editor: 'cell',
      }
    case 'integer':
    case 'number':
      return {
        template: formatTexts(format),
        sample: sampleOf(type, formatTexts(format)),
        editor: 'cell',
      }
    default:
      return { editor: 'cell' }
  }
}

function formatTexts(format: Column['format']): (value: unknown) => string {
  const shown = numberFormat(format)
  if (!shown) return numberTexts()
  return (value) => (typeof value === 'number' ? shown.format(value) : '')
}

/** The number of a row, and the way to its form; the keys take Space, see `row-tools.tsx`. */
function IdCell({ row, column }: ICellProps) {
  if (isStandIn(row.id)) return null
  const text = column.template?.(row.id, row, column) ?? String(row.id)
  return (
    <>
      {text}
      <button
        type="button"
        className="open-row"
        tabIndex={-1}
        aria-label={t('Open row {text}', { text })}
        title={t('Open the form (Space)')}
      >
        <Icon svg={openIcon} />
      </button>
    </>
  )
}

function CheckCell({ api, row, column }: ICellProps) {
  const id = column.id as string
  if (isStandIn(row.id)) return null
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={t('{column} of row {row}', { column: id, row: row.id })}
      checked={row[id] === true}
      disabled={(column as { mayChange?: boolean }).mayChange === false}
      ref={(box) => {
        if (box) box.indeterminate = row[id] === null
      }}
      onChange={({ target: { checked } }) =>
        // The types know no boolean cells.
        void api.exec('update-cell', { id: row.id!, column: id, value: checked as never })
      }
    />
  )
}

import type { ICellProps } from '@svar-ui/react-grid'
import { placeOfUnloaded } from '@triptych/client'
import type { GridColumn } from '@triptych/client'
import type { TableDescription } from '@triptych/contract/table-schema'
import type { Column } from '@triptych/contract/tables'
import type { References } from './references.ts'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

interface Shown {
  references: References
  hidden: ReadonlySet<string>
  mayChange: boolean
}

/** The columns the server proposes, with what a person wants to see and to edit in each. */
export function gridColumns(
  proposed: readonly GridColumn[],
  { columns, access }: Pick<TableDescription, 'columns' | 'access'>,
  { references, hidden, mayChange }: Shown,
): object[] {
  // A column that grows makes the grid draw all of them, which only few can bear.
  const growing = columns.length <= 8 ? columns.find(({ type }) => type === 'text')?.name : null
  return proposed.map((column) => {
    const known = columns.find(({ name }) => name === column.id)
    const isGrowing = column.id === growing
    const isLocked = !mayChange || access?.readOnly.includes(column.id)
    const shared = { ...column, hidden: hidden.has(column.id), ...(isGrowing && { flexgrow: 1 }) }
    return known
      ? { ...shared, kind: known.type, ...looks(known, references), ...(isLocked && readOnly) }
      : { ...shared, kind: 'id' }
  })
}

const readOnly = { editor: undefined, mayChange: false }

function looks({ name, type, options, reference }: Column, references: References): object {
  const rows = references.get(name)
  if (reference && rows) {
    return { kind: 'reference', width: 180, options: rows, editor: 'combo' }
  }
  if (options) return {}
  switch (type) {
    case 'boolean':
      return { editor: undefined, cell: CheckCell }
    case 'date':
      return {
        template: (value: unknown) => (value instanceof Date ? day.format(value) : String(value)),
        editor: { type: 'datepicker', config: { buttons: ['clear', 'today'] } },
      }
    case 'datetime':
      return {
        template: (value: unknown) => (value instanceof Date ? time.format(value) : String(value)),
        editor: 'datetime',
      }
    case 'json':
      return { template: (value: unknown) => (value === '' ? '' : JSON.stringify(value)) }
    default:
      return {}
  }
}

function CheckCell({ api, row, column }: ICellProps) {
  const id = column.id as string
  if (placeOfUnloaded(row.id) !== null) return null
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={`${id} of row ${row.id}`}
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

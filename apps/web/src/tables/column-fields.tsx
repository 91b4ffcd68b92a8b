import trash from 'lucide-static/icons/trash-2.svg?raw'
import { Icon } from '../icon.tsx'
import { columnKinds } from './column-kinds.ts'
import type { ColumnDraft, ColumnKind } from './column-kinds.ts'

interface ColumnFieldsProps {
  draft: ColumnDraft
  number: number
  tables: readonly string[]
  onChange: (draft: ColumnDraft) => void
  /** Whether one begins to type its name. */
  isFocused?: boolean
  /** Not there where the column has to stay. */
  onDelete: (() => void) | null
}

/** A column in a form: its name, what it holds, and whether it stays. */
export function ColumnFields(props: ColumnFieldsProps) {
  const { draft, number, tables, isFocused = false, onChange, onDelete } = props
  const { name, kind, options, table } = draft
  return (
    <li className="column-fields">
      <input
        aria-label={`Name of column ${number}`}
        value={name}
        autoFocus={isFocused}
        maxLength={63}
        placeholder="Name"
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      <select
        aria-label={`Type of column ${number}`}
        value={kind}
        onChange={(event) => onChange({ ...draft, kind: event.target.value as ColumnKind })}
      >
        {Object.entries(columnKinds).map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      {onDelete && (
        <button
          type="button"
          className="plain icon-only"
          aria-label={`Delete column ${number}`}
          title="Delete this column"
          onClick={onDelete}
        >
          <Icon svg={trash} />
        </button>
      )}
      {kind === 'choice' && (
        <input
          className="more"
          aria-label={`Options of column ${number}`}
          value={options}
          placeholder="Open, In work, Done"
          onChange={(event) => onChange({ ...draft, options: event.target.value })}
        />
      )}
      {kind === 'reference' && (
        <select
          className="more"
          aria-label={`Table of column ${number}`}
          value={table}
          onChange={(event) => onChange({ ...draft, table: event.target.value })}
        >
          <option value="">Which table?</option>
          {tables.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
    </li>
  )
}

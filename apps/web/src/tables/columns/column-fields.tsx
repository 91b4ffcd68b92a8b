import type { FormulaRow } from '@triptych/contract/formula/compile-formula'
import trash from 'lucide-static/icons/trash-2.svg?raw'
import { ChoiceFields } from './choice-fields.tsx'
import { Icon } from '../../icon.tsx'
import { columnKinds, formulaColumns } from './column-kinds.ts'
import type { ColumnDraft, ColumnKind } from './column-kinds.ts'
import { FormulaField } from './formula-field.tsx'
import type { ValuesOf } from './column-values.ts'
import { currencies } from './formats.ts'
import { t } from '../../words/words.ts'
import { useTitleOf } from '../table-titles.ts'

interface ColumnFieldsProps {
  draft: ColumnDraft
  number: number
  tables: readonly string[]
  /** All columns of the form, which a formula may name. */
  drafts: readonly ColumnDraft[]
  /** The first rows of the table, where there are any. */
  rows: readonly FormulaRow[]
  /** What the columns of the table hold, where there is one. */
  valuesOf?: ValuesOf | null
  onChange: (draft: ColumnDraft) => void
  /** Where one begins: with its name, or with what it holds. */
  focus?: 'name' | 'kind' | null
  /** Not there where the column has to stay. */
  onDelete: (() => void) | null
}

/** What is worked out stays so, and what was written is not overwritten by a formula. */
function kindsFor({ from, kind }: ColumnDraft): [string, string][] {
  const isFormula = kind === 'formula'
  return Object.entries(columnKinds).filter(
    ([id]) => from === null || (id === 'formula') === isFormula,
  )
}

/** A column in a form: its name, what it holds, and whether it stays. */
export function ColumnFields(props: ColumnFieldsProps) {
  const titleOf = useTitleOf()
  const { draft, number, tables, drafts, rows, focus = null, onChange, onDelete } = props
  const { valuesOf = null } = props
  const { name, kind, table, currency } = draft
  return (
    <li className="column-fields">
      <input
        aria-label={t('Name of column {number}', { number })}
        value={name}
        autoFocus={focus === 'name'}
        maxLength={63}
        placeholder={t('Name')}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      <select
        aria-label={t('Type of column {number}', { number })}
        value={kind}
        // A dialog goes by the attribute; the prop gives the keyboard before there is something to be seen.
        ref={(node) => void node?.toggleAttribute('autofocus', focus === 'kind')}
        onChange={(event) => onChange({ ...draft, kind: event.target.value as ColumnKind })}
      >
        {kindsFor(draft).map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      {onDelete && (
        <button
          type="button"
          className="plain icon-only"
          aria-label={t('Delete column {number}', { number })}
          title={t('Delete this column')}
          onClick={onDelete}
        >
          <Icon svg={trash} />
        </button>
      )}
      {(kind === 'choice' || kind === 'choices') && (
        <ChoiceFields {...{ draft, number, valuesOf, onChange }} />
      )}
      {kind === 'currency' && (
        <select
          className="more"
          aria-label={t('Currency of column {number}', { number })}
          value={currency}
          onChange={(event) => onChange({ ...draft, currency: event.target.value })}
        >
          {currencies().map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      )}
      {kind === 'formula' && (
        <FormulaField
          {...{ draft, number, rows, onChange }}
          among={formulaColumns(draft, drafts)}
        />
      )}
      {kind === 'reference' && (
        <select
          className="more"
          aria-label={t('Table of column {number}', { number })}
          value={table}
          onChange={(event) => onChange({ ...draft, table: event.target.value })}
        >
          <option value="">{t('Which table?')}</option>
          {tables.map((each) => (
            <option key={each} value={each}>
              {titleOf(each)}
            </option>
          ))}
        </select>
      )}
    </li>
  )
}

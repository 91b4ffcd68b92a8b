import { functionNames } from '@triptych/contract/formula/formula-functions'
import type { Worked } from '@triptych/contract/formula/formula-functions'
import { tryFormula, workedOut } from '@triptych/contract/formula/formula-columns'
import type { AnyColumn, FormulaColumn } from '@triptych/contract/formula/formula-columns'
import type { FormulaRow } from '@triptych/contract/formula/compile-formula'
import type { Kind } from '@triptych/contract/formula/formula-problem'
import { maxFormulaLength, writtenColumn } from '@triptych/contract/formula/read-formula'
import { cellIn } from 'triptych-client'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { dayText, momentText, numberTexts } from '../cell-texts.ts'
import type { ColumnDraft, ShownAs } from './column-kinds.ts'
import { formatOf } from './column-kinds.ts'
import { currencies, numberFormat } from './formats.ts'
import { formulaReason, kindName } from './formula-words.ts'
import { t } from '../../words/words.ts'

interface FormulaFieldProps {
  draft: ColumnDraft
  number: number
  /** The columns that it can name. */
  among: readonly AnyColumn[]
  /** The first rows of the table, where there are any. */
  rows: readonly FormulaRow[]
  onChange: (draft: ColumnDraft) => void
}

/** What a column is worked out by. Whether it is right, and what comes out, is said as it is typed. */
export function FormulaField({ draft, number, among, rows, onChange }: FormulaFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [chosen, setChosen] = useState(0)
  const { formula } = draft
  const others = among.filter(({ name }) => name !== draft.name.trim())
  const { word, offers } = offersAt(formula, caret, others)
  const isOffering = offers.length > 0
  const tried = formula.trim() ? tryFormula(among, draft.name.trim(), formula) : null
  const problem = tried && 'problem' in tried ? tried.problem : null
  // Nobody has made a mistake yet.
  const isUnderway = isOffering || problem?.reason === 'unfinished'
  const made = tried && 'formula' in tried ? tried.formula : null
  const isNumber = made?.type === 'number' || made?.type === 'integer'

  function type(text: string, at: number): void {
    onChange({ ...draft, formula: text })
    setCaret(at)
    setChosen(0)
  }

  function take({ insert }: Offer): void {
    const end = caret ?? formula.length
    const start = end - word.length
    const at = start + insert.length
    type(formula.slice(0, start) + insert + formula.slice(end), at)
    setCaret(null)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(at, at)
    })
  }

  function press(event: KeyboardEvent): void {
    const { key } = event
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (isOffering && step !== 0) setChosen((chosen + step + offers.length) % offers.length)
    else if (isOffering && (key === 'Enter' || key === 'Tab')) take(offers[chosen]!)
    else if (isOffering && key === 'Escape') setCaret(null)
    else if (key === 'Enter') field.current?.form?.requestSubmit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="more formula-field">
      <textarea
        ref={field}
        rows={2}
        spellCheck={false}
        maxLength={maxFormulaLength}
        aria-label={t('Formula of column {number}', { number })}
        placeholder={t('price * amount')}
        value={formula}
        role="combobox"
        aria-expanded={isOffering}
        aria-controls={`${id}-offers`}
        aria-activedescendant={isOffering ? `${id}-${chosen}` : undefined}
        aria-invalid={problem !== null && !isUnderway}
        aria-describedby={`${id}-told`}
        onChange={({ target }) => type(target.value, target.selectionStart)}
        onKeyDown={press}
        onBlur={() => setCaret(null)}
      />
      {isOffering && (
        <ul id={`${id}-offers`} role="listbox" aria-label={t('Columns and functions')}>
          {offers.map((offer, at) => (
            <li
              key={offer.label}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === chosen}
              // The field keeps the keyboard.
              onPointerDown={(event) => {
                event.preventDefault()
                take(offer)
              }}
            >
              {offer.label}
            </li>
          ))}
        </ul>
      )}
      <p
        id={`${id}-told`}
        className={problem && !isUnderway ? 'problem' : 'hint'}
        aria-live="polite"
      >
        {problem && !isOffering && formulaReason(problem)}
        {made && `${kindName(made.type)}${samplesOf(made, draft, rows)}`}
        {!tried && <FirstColumns others={others} onTake={(one) => take(offerOf(one))} />}
      </p>
      {isNumber && <ShownAsFields {...{ draft, number, onChange, made }} />}
    </div>
  )
}

interface ShownAsFieldsProps extends Pick<FormulaFieldProps, 'draft' | 'number' | 'onChange'> {
  made: FormulaColumn
}

function ShownAsFields({ draft, number, onChange, made }: ShownAsFieldsProps) {
  const { shownAs, currency } = draft
  return (
    <div className="formula-look">
      <select
        aria-label={t('How column {number} is shown', { number })}
        value={shownAs}
        onChange={({ target }) => onChange({ ...draft, shownAs: target.value as ShownAs })}
      >
        <option value="plain">{t('Number')}</option>
        {made.type === 'number' && <option value="percent">{t('Percent')}</option>}
        <option value="currency">{t('Currency')}</option>
      </select>
      {shownAs === 'currency' && (
        <select
          aria-label={t('Currency of column {number}', { number })}
          value={currency}
          onChange={({ target }) => onChange({ ...draft, currency: target.value })}
        >
          {currencies().map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

interface FirstColumnsProps {
  others: readonly AnyColumn[]
  onTake: (column: AnyColumn) => void
}

/** What one can begin with. */
function FirstColumns({ others, onTake }: FirstColumnsProps) {
  const usable = others.filter(({ name, type }) => name !== '' && type !== 'json').slice(0, 8)
  return (
    <>
      {usable.map((column) => (
        <button
          key={column.name}
          type="button"
          className="plain formula-column"
          onClick={() => onTake(column)}
        >
          {column.name}
        </button>
      ))}
    </>
  )
}

interface Offer {
  label: string
  insert: string
}

function offerOf({ name }: AnyColumn): Offer {
  return { label: name, insert: writtenColumn(name) }
}

const mostOffers = 8

/** What the word before the caret may become; nothing where it stands there in full. */
function offersAt(
  formula: string,
  caret: number | null,
  columns: readonly AnyColumn[],
): { word: string; offers: Offer[] } {
  const word =
    caret === null
      ? ''
      : (/[\p{L}_{][\p{L}\p{M}\p{N}_ ]*$/u.exec(formula.slice(0, caret))?.[0] ?? '')
  const [last = ''] = word.startsWith('{') ? [word] : word.split(' ').slice(-1)
  const asked = last.replace('{', '').toLowerCase()
  if (asked === '') return { word: '', offers: [] }
  const named = columns.filter(
    ({ name, type }) => type !== 'json' && name.toLowerCase().startsWith(asked),
  )
  const functions = functionNames.filter((name) => name.toLowerCase().startsWith(asked))
  const offers = [
    ...named.map(offerOf),
    ...functions.map((name) => ({ label: `${name}(…)`, insert: `${name}(` })),
  ]
  const isWhole = offers.some(({ insert }) => insert === last)
  return { word: last, offers: isWhole ? [] : offers.slice(0, mostOffers) }
}

/** What comes out of it for the first rows. */
function samplesOf(made: FormulaColumn, draft: ColumnDraft, rows: readonly FormulaRow[]): string {
  const texts = rows.map((row) =>
    sampleText(made.type, draft, workedOut([made], row)[made.name] ?? null),
  )
  return texts.length === 0 ? '' : `: ${texts.join(' · ')}`
}

function sampleText(type: Kind, draft: ColumnDraft, value: Worked): string {
  if (value === null) return '–'
  const shown = cellIn({ type }, value)
  if (type === 'date') return dayText(shown)
  if (type === 'datetime') return momentText(shown)
  if (type === 'boolean') return value === true ? t('Yes') : t('No')
  if (typeof value !== 'number') return String(value).slice(0, 40)
  return numberFormat(formatOf(draft) ?? undefined)?.format(value) ?? numberTexts()(value)
}

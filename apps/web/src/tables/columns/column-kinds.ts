import { tryFormula } from '@triptych/contract/formula/formula-columns'
import type { AnyColumn } from '@triptych/contract/formula/formula-columns'
import type {
  Column,
  ColumnFormat,
  ColumnType,
  OptionColors,
  Reference,
} from '@triptych/contract/tables'
import { choiceDrafts, optionRules } from '../choice-drafts.ts'
import type { ChoiceDraft } from '../choice-drafts.ts'
import { t } from '../../words/words.ts'

/** What a person chooses from, in place of types and rules. */
export const columnKinds = {
  text: t('Text'),
  integer: t('Whole number'),
  number: t('Number'),
  boolean: t('Yes or no'),
  date: t('Date'),
  datetime: t('Date and time'),
  email: t('E-mail address'),
  url: t('Link'),
  file: t('File'),
  percent: t('Percent'),
  currency: t('Currency'),
  choice: t('Choice'),
  choices: t('Several choices'),
  reference: t('Row of a table'),
  json: 'JSON',
  formula: t('Formula'),
} as const
export type ColumnKind = keyof typeof columnKinds

export type ShownAs = 'plain' | 'percent' | 'currency'

/** A column as it stands in a form. */
export interface ColumnDraft {
  key: number
  /** The name it has in the table; `null` for a new one. */
  from: string | null
  name: string
  kind: ColumnKind
  choices: readonly ChoiceDraft[]
  /** Further choices, with commas between them. */
  typed: string
  /** The table a reference names rows of. */
  table: string
  /** Of amounts. */
  currency: string
  formula: string
  /** Numbers that a formula comes to. */
  shownAs: ShownAs
}

let lastKey = 0

export function newColumn(name = '', kind: ColumnKind = 'text'): ColumnDraft {
  return {
    key: ++lastKey,
    from: null,
    name,
    kind,
    choices: [],
    typed: '',
    table: '',
    currency: 'EUR',
    formula: '',
    shownAs: 'plain',
  }
}

export function draftOf(column: Column): ColumnDraft {
  const { name, reference, format, formula } = column
  const shownAs = format?.kind
  return {
    ...newColumn(name, kindOf(column)),
    from: name,
    choices: choiceDrafts(column),
    table: reference?.table ?? '',
    ...(format?.kind === 'currency' && { currency: format.currency }),
    ...(formula !== undefined && { formula }),
    ...((shownAs === 'percent' || shownAs === 'currency') && { shownAs }),
  }
}

/** What a person would call such a column. */
export function kindOf({ type, options, reference, format, formula }: Kinded): ColumnKind {
  if (formula !== undefined) return 'formula'
  if (format) return format.kind
  if (options && type === 'text') return 'choice'
  if (options && type === 'json') return 'choices'
  return reference ? 'reference' : type
}

type Kinded = Pick<Column, 'type' | 'format' | 'formula'> &
  Partial<Pick<Column, 'options' | 'reference'>>

/** The draft in the words of the server. */
export function columnOf(draft: ColumnDraft) {
  const { format, colors, ...rules } = { colors: null, ...rulesOf(draft) }
  return {
    name: draft.name.trim(),
    ...rules,
    ...(colors && { colors }),
    ...(format && { format }),
  }
}

interface Written {
  type: ColumnType
  options: (string | number)[] | null
  /** Only where there are options. */
  colors?: OptionColors | null
  reference: Reference | null
  format: ColumnFormat | null
}

/** What is worked out has the type of what comes out. */
type Rules = Written | { formula: string; format: ColumnFormat | null }

type Asked = Pick<
  ColumnDraft,
  'kind' | 'choices' | 'typed' | 'table' | 'currency' | 'formula' | 'shownAs'
>

export function rulesOf(draft: Asked): Rules {
  if (draft.kind !== 'formula') return writtenRules(draft.kind, draft)
  return { formula: draft.formula.trim(), format: formatOf(draft) }
}

/** How the numbers are shown that a formula comes to. */
export function formatOf({ shownAs, currency }: Asked): ColumnFormat | null {
  if (shownAs === 'plain') return null
  return shownAs === 'percent' ? { kind: shownAs } : { kind: shownAs, currency }
}

export function writtenRules(
  kind: Exclude<ColumnKind, 'formula'>,
  draft: Pick<ColumnDraft, 'choices' | 'typed' | 'table' | 'currency'>,
): Written {
  const { table, currency } = draft
  const none = { options: null, reference: null, format: null }
  if (kind === 'choice') return { ...none, type: 'text', ...optionRules(draft) }
  if (kind === 'choices') return { ...none, type: 'json', ...optionRules(draft) }
  if (kind === 'reference') {
    return { ...none, type: 'integer', reference: { table, onDelete: 'clear' } }
  }
  if (kind === 'email' || kind === 'url' || kind === 'file') {
    return { ...none, type: 'text', format: { kind } }
  }
  if (kind === 'percent') return { ...none, type: 'number', format: { kind } }
  if (kind === 'currency') return { ...none, type: 'number', format: { kind, currency } }
  return { ...none, type: kind }
}

/** The columns of a form that a formula in it can name: by the names they have until it is saved. */
export function formulaColumns(own: ColumnDraft, drafts: readonly ColumnDraft[]): AnyColumn[] {
  return drafts.map((draft) => {
    const name = own.from !== null && draft.from !== null ? draft.from : draft.name.trim()
    const rules = rulesOf(draft)
    return 'formula' in rules
      ? { name: draft === own ? own.name.trim() : name, type: 'text', formula: rules.formula }
      : { name, type: rules.type }
  })
}

/** Whether a formula in a form works, as far as that can be known here. */
export function formulaWorks(draft: ColumnDraft, drafts: readonly ColumnDraft[]): boolean {
  if (draft.kind !== 'formula') return true
  return !('problem' in tryFormula(formulaColumns(draft, drafts), draft.name.trim(), draft.formula))
}

export function isComplete(draft: ColumnDraft): boolean {
  const { name, kind, table, formula } = draft
  if (!name.trim()) return false
  if (kind === 'formula') return formula.trim() !== ''
  if (kind === 'choice' || kind === 'choices') return optionRules(draft).options.length > 0
  return kind !== 'reference' || table !== ''
}

import type { Column, ColumnFormat, ColumnType, Reference } from '@triptych/contract/tables'
import { t } from '../words/words.ts'

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
} as const
export type ColumnKind = keyof typeof columnKinds

/** A column as it stands in a form. */
export interface ColumnDraft {
  key: number
  /** The name it has in the table; `null` for a new one. */
  from: string | null
  name: string
  kind: ColumnKind
  /** Of a choice, with commas between them. */
  options: string
  /** The table a reference names rows of. */
  table: string
  /** Of amounts. */
  currency: string
}

let lastKey = 0

export function newColumn(name = '', kind: ColumnKind = 'text'): ColumnDraft {
  return { key: ++lastKey, from: null, name, kind, options: '', table: '', currency: 'EUR' }
}

export function draftOf(column: Column): ColumnDraft {
  const { name, options, reference, format } = column
  return {
    ...newColumn(name, kindOf(column)),
    from: name,
    options: options?.join(', ') ?? '',
    table: reference?.table ?? '',
    ...(format?.kind === 'currency' && { currency: format.currency }),
  }
}

/** What a person would call such a column. */
export function kindOf({ type, options, reference, format }: Kinded): ColumnKind {
  if (format) return format.kind
  if (options && type === 'text') return 'choice'
  if (options && type === 'json') return 'choices'
  return reference ? 'reference' : type
}

type Kinded = Pick<Column, 'type' | 'format'> & Partial<Pick<Column, 'options' | 'reference'>>

/** The draft in the words of the server. */
export function columnOf(draft: ColumnDraft) {
  const { format, ...rules } = rulesOf(draft)
  return { name: draft.name.trim(), ...rules, ...(format && { format }) }
}

interface Rules {
  type: ColumnType
  options: string[] | null
  reference: Reference | null
  format: ColumnFormat | null
}

type Asked = Pick<ColumnDraft, 'kind' | 'options' | 'table' | 'currency'>

export function rulesOf({ kind, options, table, currency }: Asked): Rules {
  const none = { options: null, reference: null, format: null }
  if (kind === 'choice') return { ...none, type: 'text', options: optionsIn(options) }
  if (kind === 'choices') return { ...none, type: 'json', options: optionsIn(options) }
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

function optionsIn(text: string): string[] {
  const all = text.split(',').map((option) => option.trim())
  return [...new Set(all.filter(Boolean))]
}

export function isComplete({ name, kind, options, table }: ColumnDraft): boolean {
  if (!name.trim()) return false
  if (kind === 'choice' || kind === 'choices') return optionsIn(options).length > 0
  return kind !== 'reference' || table !== ''
}

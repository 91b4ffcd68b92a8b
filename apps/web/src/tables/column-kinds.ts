import type { Column, ColumnType, Reference } from '@triptych/contract/tables'
import { t } from '../words/words.ts'

/** What a person chooses from, in place of types and rules. */
export const columnKinds = {
  text: t('Text'),
  integer: t('Whole number'),
  number: t('Number'),
  boolean: t('Yes or no'),
  date: t('Date'),
  datetime: t('Date and time'),
  choice: t('Choice'),
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
}

let lastKey = 0

export function newColumn(name = '', kind: ColumnKind = 'text'): ColumnDraft {
  return { key: ++lastKey, from: null, name, kind, options: '', table: '' }
}

export function draftOf({ name, type, options, reference }: Column): ColumnDraft {
  const kind: ColumnKind = options && type === 'text' ? 'choice' : reference ? 'reference' : type
  return {
    ...newColumn(name, kind),
    from: name,
    options: options?.join(', ') ?? '',
    table: reference?.table ?? '',
  }
}

/** The draft in the words of the server. */
export function columnOf({ name, kind, options, table }: ColumnDraft) {
  return { name: name.trim(), ...rulesOf({ kind, options, table }) }
}

interface Rules {
  type: ColumnType
  options: string[] | null
  reference: Reference | null
}

export function rulesOf({
  kind,
  options,
  table,
}: Pick<ColumnDraft, 'kind' | 'options' | 'table'>): Rules {
  if (kind === 'choice') return { type: 'text', options: optionsIn(options), reference: null }
  if (kind === 'reference') {
    return { type: 'integer', options: null, reference: { table, onDelete: 'clear' } }
  }
  return { type: kind, options: null, reference: null }
}

function optionsIn(text: string): string[] {
  const all = text.split(',').map((option) => option.trim())
  return [...new Set(all.filter(Boolean))]
}

export function isComplete({ name, kind, options, table }: ColumnDraft): boolean {
  if (!name.trim()) return false
  if (kind === 'choice') return optionsIn(options).length > 0
  return kind !== 'reference' || table !== ''
}

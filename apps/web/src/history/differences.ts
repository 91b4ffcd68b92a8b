import { t } from '../words/words.ts'
import type { HistoryEntry } from '@triptych/contract/history'
import { dateText } from '../place/date-text.ts'
import { fieldText } from './thing-text.ts'

export interface Difference {
  field: string
  before: string
  after: string
}

/** What a change has made of what, for people to read. */
export function differences({
  before,
  after,
  columns,
}: Pick<HistoryEntry, 'before' | 'after' | 'columns'>): Difference[] {
  const [old, young] = [flat(before), flat(after)]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(young)])]
  return fields
    .filter((field) => JSON.stringify(old[field]) !== JSON.stringify(young[field]))
    .map((field) => ({
      field: fieldText(columns?.[field] ?? field),
      before: valueText(old[field]),
      after: valueText(young[field]),
    }))
}

type Values = Record<string, unknown>

/** The server's own has a `$` in front; what people have added to tasks lies in `fields`. */
function flat(values: Values | null): Values {
  const { fields, ...own } = values ?? {}
  const all = { ...own, ...(typeof fields === 'object' && (fields as Values)) }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('$')))
}

function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value !== 'string') return JSON.stringify(value)
  return dateText(value)
}

import type { Table } from '@triptych/contract/tables'
import type { Condition } from '../../../ports/row-query.ts'
import { soughtText } from '../../../plain-text.ts'
import { isStorableText } from '../json-value.ts'
import { badQuery } from './bad-query.ts'
import { any } from './conditions.ts'
import { filterLimits } from './filter-limits.ts'

/**
 * Rows with the text in one of their text columns, as one phrase, whatever its letter case and accents; `null`
 * when every row passes. In a table without text columns nothing is found.
 */
export function searchCondition(table: Table, text: string): Condition | null {
  if (text === '') return null
  checkSearchText(text)
  return any(
    table.columns
      .filter(({ type }) => type === 'text')
      .map(({ name }) => ({ kind: 'found', column: name, text: soughtText(text) })),
  )
}

export function checkSearchText(text: string): void {
  if (text.length > filterLimits.textLength) {
    throw badQuery('search', `A text has at most ${filterLimits.textLength} characters.`)
  }
  if (!isStorableText(text)) throw badQuery('search', 'No text has half characters or U+0000.')
}

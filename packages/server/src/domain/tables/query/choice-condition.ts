import type { Column } from '@triptych/contract/tables'
import type { Condition } from '../../../ports/row-query.ts'
import { isStorableText } from '../json-value.ts'
import { badQuery } from './bad-query.ts'
import { any, not } from './conditions.ts'
import { filterLimits } from './filter-limits.ts'
import { holdsChoices } from './query-columns.ts'
import type { QueryColumn } from './query-columns.ts'

/**
 * What is asked of the choices in a cell; none of them is there where there is no value. A choice that
 * is no option any more is in no cell, and is no mistake: views keep it.
 */
export function choiceCondition(
  { name }: QueryColumn,
  { which, negated }: { which: 'any' | 'all'; negated: boolean },
  given: unknown,
  parameter: string,
): Condition {
  if (!Array.isArray(given) || given.length === 0 || given.length > filterLimits.choices) {
    const message = `${name} is asked for a list of 1 to ${filterLimits.choices} choices.`
    throw badQuery(parameter, message, name)
  }
  if (!given.every(isChoice)) {
    throw badQuery(parameter, `A choice of ${name} is a text or a number.`, name)
  }
  const condition: Condition = { kind: 'has', column: name, which, values: given }
  return negated ? not(condition) : condition
}

/** What nobody has written: a text that is empty and a list without choices are none to whoever asks for it. */
export function emptyCondition(column: Pick<Column, 'name' | 'type' | 'options'>): Condition {
  const { name, type } = column
  const none: Condition = { kind: 'noValue', column: name }
  if (holdsChoices(column)) return any([none, { kind: 'is', column: name, value: [] }])
  if (type !== 'text') return none
  const cell = { column: name, read: 'value' } as const
  return any([none, { kind: 'compare', cell, operator: '=', value: '' }])
}

function isChoice(value: unknown): value is string | number {
  if (typeof value === 'number') return Number.isFinite(value)
  const isText = typeof value === 'string' && value.length <= filterLimits.textLength
  return isText && isStorableText(value)
}

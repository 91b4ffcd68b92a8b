import type { Table } from '@triptych/contract/tables'
import type { Aggregate, GroupKey } from '../../../ports/table-query.ts'
import { badQuery } from './bad-query.ts'
import { holdsDates, queryColumns } from './query-columns.ts'
import type { QueryColumn } from './query-columns.ts'

export type AskedKey = Pick<GroupKey, 'column' | 'unit'>

export function checkGroupKey(table: Table, key: AskedKey): void {
  const column = columnIn(table, key.column, 'by')
  if (column.type === 'json') throw badQuery('by', 'JSON makes no groups.', column.name)
  if (key.unit !== null && !holdsDates(column)) {
    throw badQuery('by', 'Only dates have days, weeks, months and years.', column.name)
  }
}

export function checkAggregate(table: Table, { operator, column: name }: Aggregate): void {
  if (name === null) {
    if (operator === 'count') return
    throw badQuery('aggregate', `${operator} needs a column, as in ${operator}:votes.`)
  }
  const { type } = columnIn(table, name, 'aggregate')
  const isNumber = type === 'integer' || type === 'number'
  if ((operator === 'sum' || operator === 'avg') && !isNumber) {
    throw badQuery('aggregate', `${operator} is of numbers.`, name)
  }
  if ((operator === 'min' || operator === 'max') && type === 'json') {
    throw badQuery('aggregate', 'JSON has no least and no greatest value.', name)
  }
}

function columnIn(table: Table, name: string, parameter: string): QueryColumn {
  const column = queryColumns(table).get(name)
  if (!column) throw badQuery(parameter, 'The table has no such column.')
  return column
}

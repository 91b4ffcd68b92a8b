import type { Column, ColumnType, Table } from '@triptych/contract/tables'

/** What a query must know of a column. */
export type QueryColumn = Pick<Column, 'name' | 'type' | 'nullable' | 'options'>

/** The types SVAR's filters have. */
export type FilterType = 'text' | 'number' | 'date' | 'tuple'

const filterTypes: Record<ColumnType, FilterType> = {
  text: 'text',
  integer: 'number',
  number: 'number',
  // Neither text nor number nor date: compared as they are, which is what a tuple is.
  boolean: 'tuple',
  date: 'date',
  datetime: 'date',
  json: 'tuple',
}

export function filterTypeOf({ type }: Pick<Column, 'type'>): FilterType {
  return filterTypes[type]
}

export function holdsDates({ type }: Pick<Column, 'type'>): boolean {
  return type === 'date' || type === 'datetime'
}

/** Whether its cells are lists of choices. */
export function holdsChoices({ type, options }: Pick<Column, 'type' | 'options'>): boolean {
  return type === 'json' && options !== null
}

const idColumn: QueryColumn = { name: 'id', type: 'integer', nullable: false, options: null }

/** The columns a query may name: those of the table, and `id`. */
export function queryColumns(table: Table): ReadonlyMap<string, QueryColumn> {
  return new Map([idColumn, ...table.columns].map((column) => [column.name, column]))
}

import type { Table } from '@triptych/contract/tables'

/** Columns that no two rows may have the same values in; a row with a null in one clashes with none. */
export interface UniqueSet {
  columns: readonly string[]
  /** The name of the index that asks for it, `null` where the column itself does. */
  index: string | null
}

export function uniqueSetsOf({ columns, indexes }: Table): UniqueSet[] {
  return [
    ...columns.filter(({ unique }) => unique).map(({ name }) => ({ columns: [name], index: null })),
    ...indexes.filter(({ unique }) => unique).map((each) => ({ ...each, index: each.name })),
  ]
}

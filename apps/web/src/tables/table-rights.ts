import type { TableDescription } from '@triptych/contract/table-schema'

/** What whoever sees the page may do with a table. What they may not is not offered. */
export interface TableRights {
  /** Add, move and delete rows. */
  rows: boolean
  /** Change its columns and its name, and delete it. */
  define: boolean
  /** Write cells, of some column at least. */
  cells: boolean
}

/** `mayChange` is what their role says; the rest is what rules leave of it. */
export function tableRights(
  { columns, access }: Pick<TableDescription, 'columns' | 'access'>,
  mayChange: boolean,
): TableRights {
  if (!mayChange) return { rows: false, define: false, cells: false }
  if (!access) return { rows: true, define: true, cells: true }
  return {
    rows: access.rows === 'write',
    define: access.definition === 'write',
    cells: columns.some(({ name }) => !access.readOnly.includes(name)),
  }
}

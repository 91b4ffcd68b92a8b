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

/** The columns whose cells they may not write: by rules, or because they are worked out. */
export function lockedColumns({
  columns,
  access,
}: Pick<TableDescription, 'columns' | 'access'>): readonly string[] {
  const worked = columns.filter(({ formula }) => formula !== undefined)
  return [...(access?.readOnly ?? []), ...worked.map(({ name }) => name)]
}

/** Those that somebody may write into. */
export function writtenColumns(table: Pick<TableDescription, 'columns' | 'access'>) {
  const locked = lockedColumns(table)
  return table.columns.filter(({ name }) => !locked.includes(name))
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

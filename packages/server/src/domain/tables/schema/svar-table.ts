import type { SvarTable } from '@triptych/contract/table-schema'
import type { Column, ColumnType } from '@triptych/contract/tables'
import type { Sight } from '../find-table.ts'
import { filterTypeOf } from '../query/query-columns.ts'

type GridColumn = SvarTable['columns'][number]
type Editor = GridColumn['editor']

const id: GridColumn = { id: 'id', header: 'id', width: 70, sort: true, resize: true }

/** The table in SVAR's words. What may not be written has no editor. */
export function svarTable({ table: { columns }, locked }: Sight): SvarTable {
  const filterable = columns.filter(({ type }) => type !== 'json')
  return {
    columns: [
      id,
      ...columns.map((column) =>
        gridColumn(column, locked.has(column.name) || column.formula !== undefined),
      ),
    ],
    fields: filterable.map((column) => ({
      id: column.name,
      label: column.name,
      type: column.options && column.type !== 'text' ? 'tuple' : filterTypeOf(column),
    })),
    options: Object.fromEntries(filterable.flatMap(({ name, ...rest }) => optionsFor(name, rest))),
  }
}

const widths: Record<ColumnType, number> = {
  text: 200,
  integer: 100,
  number: 100,
  boolean: 80,
  date: 120,
  datetime: 160,
  json: 200,
}

function gridColumn(column: Column, isLocked: boolean): GridColumn {
  const { name, type, options } = column
  const editor = isLocked ? undefined : editorOf(column)
  return {
    id: name,
    header: name,
    width: widths[type],
    sort: true,
    resize: true,
    ...(editor && { editor }),
    ...(options && { options: options.map((each) => ({ id: each, label: String(each) })) }),
  }
}

/** JSON without options has none: no editor of the grid can show it. */
function editorOf({ type, options }: Column): Editor {
  if (options) return type === 'json' ? 'multiselect' : 'richselect'
  if (type === 'json') return undefined
  return type === 'date' || type === 'datetime' ? 'datepicker' : 'text'
}

function optionsFor(
  name: string,
  { type, options }: Pick<Column, 'type' | 'options'>,
): [string, (string | number | boolean)[]][] {
  if (type === 'boolean') return [[name, [false, true]]]
  return options ? [[name, options]] : []
}

import {
  ChangeTable,
  ChangedTable,
  NewView,
  TableReference,
  View,
} from '@triptych/contract/table-schema'
import { z } from 'zod'
import { changeTable } from '../../domain/tables/schema/change-table.ts'
import { dropTable } from '../../domain/tables/schema/drop-table.ts'
import { deleteView, listViews, saveView } from '../../domain/tables/schema/save-view.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { filterErrors, tableParams } from './table-declarations.ts'

const described = { scope: 'workspace', group: 'Tables' } as const
const viewParams = { ...tableParams, view: z.string().meta({ description: 'The name of a view.' }) }
const viewErrors = [
  'tables.not_found',
  'tables.view_taken',
  'tables.view_without_owner',
  'tables.unknown_column',
  ...filterErrors,
] as const

/** The shape of tables, and the views that are kept with them. */
export const tableSchema: Route[] = [
  route({
    ...described,
    method: 'PATCH',
    path: '/tables/{table}',
    params: tableParams,
    operationId: 'changeTable',
    summary: 'Change the shape of a table, or tell which rows would not fit',
    description:
      'All steps are one change, in one transaction: what counts is how the table ends up. Where rows do not fit, nothing is changed, and `failures` tells which and why.',
    body: ChangeTable,
    answer: ChangedTable,
    errors: [
      'tables.not_found',
      'tables.name_taken',
      'tables.name_reserved',
      'tables.unknown_column',
      'tables.column_taken',
      'tables.column_in_use',
      'tables.bad_formula',
      'tables.unknown_index',
      'tables.index_taken',
      'tables.too_many',
      'tables.rows_do_not_fit',
    ],
    handle: ({ context }, { params, body }) => changeTable(context, { ...params, ...body }),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/tables/{table}',
    params: tableParams,
    operationId: 'deleteTable',
    summary: 'Delete a table with all its rows',
    description: 'A table that others refer to is not deleted.',
    answer: TableReference,
    errors: ['tables.not_found', 'tables.in_use'],
    handle: ({ context }, { params }) => dropTable(context, params.table),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/tables/{table}/views',
    params: tableParams,
    operationId: 'listViews',
    summary: 'List the views of a table',
    description:
      'A view is a filter, a sort and columns, kept under a name. Those of all, and those of whoever asks.',
    answer: z.array(View),
    errors: ['tables.not_found'],
    handle: ({ context }, { params }) => listViews(context, params.table),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/tables/{table}/views',
    params: tableParams,
    operationId: 'addView',
    summary: 'Save a view',
    description: 'It must fit the table: its filter, sort and columns are checked.',
    body: NewView,
    answer: View,
    errors: [...viewErrors, 'tables.too_many'],
    handle: ({ context }, { params: { table }, body }) =>
      saveView(context, { table, was: null, view: body }),
  }),
  route({
    ...described,
    method: 'PUT',
    path: '/tables/{table}/views/{view}',
    params: viewParams,
    operationId: 'replaceView',
    summary: 'Replace a view',
    description:
      'As a whole; another name in the body renames it. With `own` it is made somebody’s own, or given to all.',
    body: NewView,
    answer: View,
    errors: [...viewErrors, 'tables.view_not_found'],
    handle: ({ context }, { params: { table, view: was }, body }) =>
      saveView(context, { table, was, view: body }),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/tables/{table}/views/{view}',
    params: viewParams,
    operationId: 'deleteView',
    summary: 'Delete a view',
    description: 'The rows of the table are not touched.',
    answer: TableReference,
    errors: ['tables.not_found', 'tables.view_not_found'],
    handle: ({ context }, { params }) => deleteView(context, params),
  }),
]

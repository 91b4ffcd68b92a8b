import {
  ChangeTable,
  ChangedTable,
  NewView,
  TableReference,
  View,
} from '@triptych/contract/table-schema'
import { z } from 'zod'
import { changeTable } from '../../domain/tables/schema/change-table.ts'
import { deleteView } from '../../domain/tables/schema/save-view.ts'
import { dropTable } from '../../domain/tables/schema/drop-table.ts'
import { listViews } from '../../domain/tables/schema/save-view.ts'
import { saveView } from '../../domain/tables/schema/save-view.ts'
import { answerJson } from '../wire/answer.ts'
import { route, routeWithBody } from '../old-route.ts'
import type { Route } from '../route.ts'
import { filterErrors } from './table-errors.ts'

const described = { scope: 'workspace', group: 'Tables' } as const
const params = { view: 'The name of a view.' }
const viewErrors = [
  'tables.not_found',
  'tables.view_taken',
  'tables.unknown_column',
  ...filterErrors,
] as const

/** The shape of tables, and the views that are kept with them. */
export const tableSchema: Route[] = [
  routeWithBody({
    ...described,
    method: 'PATCH',
    path: '/tables/{table}',
    summary: 'Change the shape of a table, or tell which rows would not fit',
    body: ChangeTable,
    answer: ChangedTable,
    errors: [
      'tables.not_found',
      'tables.name_taken',
      'tables.name_reserved',
      'tables.unknown_column',
      'tables.column_taken',
      'tables.column_in_use',
      'tables.unknown_index',
      'tables.index_taken',
      'tables.too_many',
      'tables.rows_do_not_fit',
    ],
    handle: async (call, body) =>
      answerJson(call, await changeTable(call.context, { ...body, table: call.param('table') })),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/tables/{table}',
    summary: 'Delete a table with all its rows',
    answer: TableReference,
    errors: ['tables.not_found', 'tables.in_use'],
    handle: async (call) => answerJson(call, await dropTable(call.context, call.param('table'))),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/tables/{table}/views',
    summary: 'List the views of a table',
    answer: z.array(View),
    errors: ['tables.not_found'],
    handle: async (call) => answerJson(call, await listViews(call.context, call.param('table'))),
  }),
  routeWithBody({
    ...described,
    method: 'POST',
    path: '/tables/{table}/views',
    summary: 'Save a view',
    body: NewView,
    answer: View,
    errors: [...viewErrors, 'tables.too_many'],
    handle: async (call, view) => {
      const saved = await saveView(call.context, { table: call.param('table'), was: null, view })
      return answerJson(call, saved)
    },
  }),
  routeWithBody({
    ...described,
    method: 'PUT',
    path: '/tables/{table}/views/{view}',
    params,
    summary: 'Replace a view',
    body: NewView,
    answer: View,
    errors: [...viewErrors, 'tables.view_not_found'],
    handle: async (call, view) => {
      const was = call.param('view')
      return answerJson(
        call,
        await saveView(call.context, { table: call.param('table'), was, view }),
      )
    },
  }),
  route({
    ...described,
    method: 'DELETE',
    path: '/tables/{table}/views/{view}',
    params,
    summary: 'Delete a view',
    answer: TableReference,
    errors: ['tables.not_found', 'tables.view_not_found'],
    handle: async (call) => {
      const address = { table: call.param('table'), view: call.param('view') }
      return answerJson(call, await deleteView(call.context, address))
    },
  }),
]

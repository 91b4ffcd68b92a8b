import {
  AddRows,
  ChangeRows,
  PutRows,
  RowsAdded,
  RowsChanged,
  RowsDeleted,
  RowsPut,
} from '@triptych/contract/many-rows'
import { z } from 'zod'
import { addRows } from '../../domain/tables/many/add-rows.ts'
import { changeRows } from '../../domain/tables/many/change-rows.ts'
import { deleteRows } from '../../domain/tables/many/delete-rows.ts'
import { putRows } from '../../domain/tables/many/put-rows.ts'
import { answerJson } from '../wire/answer.ts'
import { flag, refuseOthers, wholeNumber } from '../wire/answer.ts'
import { queryIn } from './read-rows-query.ts'
import { route, routeWithBody } from '../old-route.ts'
import type { Route } from '../route.ts'
import { filterErrors, valueErrors } from './table-errors.ts'
import { queryParameters } from './table-query.ts'

const described = { path: '/{table}/rows', scope: 'workspace', group: 'Tables' } as const
const chosenErrors = ['tables.not_found', ...filterErrors, 'tables.too_many_rows'] as const

export const manyRows: Route[] = [
  routeWithBody({
    ...described,
    method: 'POST',
    summary: 'Add many rows, all or none',
    body: AddRows,
    answer: RowsAdded,
    errors: ['tables.not_found', 'tables.rows_refused'],
    handle: async (call, body) =>
      answerJson(call, await addRows(call.context, { ...body, table: call.param('table') })),
  }),
  routeWithBody({
    ...described,
    method: 'PUT',
    summary: 'Add rows, or change those that have the same key; all or none',
    body: PutRows,
    answer: RowsPut,
    errors: ['tables.not_found', 'tables.bad_query', 'tables.rows_refused'],
    handle: async (call, body) =>
      answerJson(call, await putRows(call.context, { ...body, table: call.param('table') })),
  }),
  routeWithBody({
    ...described,
    method: 'PATCH',
    summary: 'Write the same values to all rows of a filter',
    body: ChangeRows,
    answer: RowsChanged,
    errors: [...chosenErrors, ...valueErrors],
    handle: async (call, body) =>
      answerJson(call, await changeRows(call.context, { ...body, table: call.param('table') })),
  }),
  route({
    ...described,
    method: 'DELETE',
    summary: 'Delete all rows of a filter',
    query: {
      filter: queryParameters.filter,
      search: queryParameters.search,
      tz: queryParameters.tz,
      max: z.string().optional().meta({ description: 'Refuse where it would be more rows.' }),
      dryRun: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: 'Delete nothing, and tell how many rows it would be.' }),
    },
    answer: RowsDeleted,
    errors: [...chosenErrors, 'tables.row_in_use'],
    async handle(call) {
      refuseOthers(call, ['filter', 'search', 'tz', 'max', 'dryRun'])
      const { filter, search, tz } = queryIn(call)
      const deleted = await deleteRows(call.context, {
        table: call.param('table'),
        query: { filter, search, tz },
        max: call.query['max'] === undefined ? undefined : wholeNumber(call, 'max', 0),
        dryRun: flag(call, 'dryRun'),
      })
      return answerJson(call, deleted)
    },
  }),
]

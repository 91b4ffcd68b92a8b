import {
  AddRows,
  ChangeRows,
  PutRows,
  ReplaceText,
  RowsAdded,
  RowsChanged,
  RowsDeleted,
  RowsPut,
  TextReplaced,
} from '@triptych/contract/many-rows'
import { z } from 'zod'
import { addRows } from '../../domain/tables/many/add-rows.ts'
import { changeRows } from '../../domain/tables/many/change-rows.ts'
import { deleteRows } from '../../domain/tables/many/delete-rows.ts'
import { putRows } from '../../domain/tables/many/put-rows.ts'
import { replaceText } from '../../domain/tables/many/replace-text.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { filterErrors, queryParameters, tableParams, valueErrors } from './table-declarations.ts'

const described = {
  path: '/{table}/rows',
  params: tableParams,
  scope: 'workspace',
  group: 'Tables',
} as const
const chosenErrors = ['tables.not_found', ...filterErrors, 'tables.too_many_rows'] as const

export const manyRows: Route[] = [
  route({
    ...described,
    method: 'POST',
    operationId: 'addRows',
    summary: 'Add many rows, all or none',
    description:
      'One transaction and one entry of the log. Where a row cannot be taken none is, and `failures` tells which and why.',
    body: AddRows,
    answer: RowsAdded,
    errors: ['tables.not_found', 'tables.rows_refused'],
    handle: ({ context }, { params, body }) => addRows(context, { ...body, ...params }),
  }),
  route({
    ...described,
    method: 'PUT',
    operationId: 'putRows',
    summary: 'Add rows, or change those that have the same key; all or none',
    description:
      '`key` names the columns that tell which row is meant. Columns that are left out of a row that is there stay as they are.',
    body: PutRows,
    answer: RowsPut,
    errors: ['tables.not_found', 'tables.bad_query', 'tables.rows_refused', 'request.too_costly'],
    handle: ({ context }, { params, body }) => putRows(context, { ...body, ...params }),
  }),
  route({
    ...described,
    method: 'PATCH',
    operationId: 'changeRows',
    summary: 'Write the same values to all rows of a filter',
    description:
      'Every part of the filter must ask something; `{}` alone means all rows. `max` refuses what would be more rows than meant.',
    body: ChangeRows,
    answer: RowsChanged,
    errors: [...chosenErrors, ...valueErrors],
    handle: ({ context }, { params, body }) => changeRows(context, { ...body, ...params }),
  }),
  route({
    ...described,
    method: 'DELETE',
    operationId: 'deleteRows',
    summary: 'Delete all rows of a filter',
    description:
      'Every part of the filter must ask something; `{}` alone means all rows. `max` refuses what would be more rows than meant.',
    query: {
      filter: queryParameters.filter,
      search: queryParameters.search,
      tz: queryParameters.tz,
      max: z.int().min(0).optional().meta({ description: 'Refuse where it would be more rows.' }),
      dryRun: z
        .boolean()
        .default(false)
        .meta({ description: 'Delete nothing, and tell how many rows it would be.' }),
    },
    answer: RowsDeleted,
    errors: [...chosenErrors, 'tables.row_in_use'],
    handle: ({ context }, { params, query: { max, dryRun, ...query } }) =>
      deleteRows(context, { ...params, query, max, dryRun }),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/{table}/replace',
    operationId: 'replaceText',
    summary: 'Put a text in place of another in all rows of a filter',
    description:
      'One step, which `POST /undo` takes back whole. `dryRun` tells first how many cells it is. Where a cell could not hold what it would get nothing is changed, and `failures` names the first of them; `skipBad` leaves these alone. `max` refuses what would be more rows than meant. What the cells become longer by counts towards what one request may cost.',
    body: ReplaceText,
    answer: TextReplaced,
    errors: [
      ...chosenErrors,
      'tables.unknown_column',
      'tables.read_only_column',
      'tables.rows_refused',
      'tables.not_unique',
      'forbidden',
      'request.too_costly',
    ],
    handle: ({ context }, { params, body }) => replaceText(context, { ...body, ...params }),
  }),
]

import { TableDescription } from '@triptych/contract/table-schema'
import {
  AddRow,
  NewTable,
  Row,
  RowReference,
  Table,
  UpdateCell,
  UpdateRow,
} from '@triptych/contract/tables'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { addRow } from '../../domain/tables/add-row.ts'
import { copyRow } from '../../domain/tables/copy-row.ts'
import { createTable } from '../../domain/tables/create-table.ts'
import { deleteRow } from '../../domain/tables/delete-row.ts'
import { rowFrom } from '../../domain/tables/find-row.ts'
import type { RowAddress } from '../../domain/tables/find-row.ts'
import { getRow } from '../../domain/tables/get-row.ts'
import { getTable, listTables } from '../../domain/tables/get-table.ts'
import { moveOrderIn } from '../../domain/tables/move-order.ts'
import { moveRow } from '../../domain/tables/move-row.ts'
import { listQuery } from '../../domain/tables/query/list-query.ts'
import { updateCell, updateRow } from '../../domain/tables/update-row.ts'
import type { StoredRow } from '../../ports/table-store.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { etagOf, IfMatch, precondition } from '../wire/etag.ts'
import { reply, replyList } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'
import {
  filterErrors,
  filterParameters,
  rowParams,
  tableParams,
  valueErrors,
} from './table-declarations.ts'

const groupKeys = new Set(['glue', 'rules'])
const ruleKeys = new Set(['field', 'type', 'filter', 'value', 'includes', 'predicate'])

const described = { scope: 'workspace', group: 'Tables' } as const
const rowErrors = ['tables.not_found', 'tables.row_not_found', 'tables.row_changed'] as const
const versioned = { ETag: 'The version of the row.' }

/** A row that is written, in the version that the client has seen if it says which. */
const written = {
  ...described,
  path: '/{table}/{id}',
  params: rowParams,
  headers: { 'If-Match': IfMatch },
} as const

export const tables: Route[] = [
  route({
    ...described,
    method: 'GET',
    path: '/tables',
    operationId: 'listTables',
    summary: 'List the tables',
    description: 'All tables of the workspace with their columns and indexes, but without rows.',
    answer: z.array(Table),
    errors: [],
    handle: ({ context }) => listTables(context),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/tables',
    operationId: 'createTable',
    summary: 'Make a table',
    description:
      'Its rows are at `/{table}` from then on. Names that are routes already are refused.',
    body: NewTable,
    answer: Table,
    errors: ['tables.name_taken', 'tables.name_reserved', 'tables.too_many', 'tables.bad_formula'],
    handle: ({ context }, { body }) => createTable(context, body),
  }),
  route({
    ...described,
    method: 'GET',
    path: '/tables/{table}',
    params: tableParams,
    operationId: 'getTable',
    summary: 'Describe a table, also in the words of the SVAR grid and filters',
    description: '`svar` has columns, fields and options that the widgets take as they are.',
    answer: TableDescription,
    errors: ['tables.not_found'],
    handle: ({ context }, { params }) => getTable(context, params.table),
  }),
  route({
    ...described,
    method: 'POST',
    path: '/{table}',
    params: tableParams,
    query: { tz: filterParameters.tz },
    operationId: 'addRow',
    summary: "Add a row; the value of SVAR's filter in its place finds rows",
    description:
      'A temporary id (`temp://…`) is answered with the real one; with the real id of a row that was deleted the row comes back under it. `{}` is a filter without rules: a row without values is `{ "row": {} }`.',
    reads: isFilterBody,
    body: AddRow,
    answer: z.union([Row, z.array(Row)]),
    answerHeaders: versioned,
    errors: [
      'tables.not_found',
      'tables.bad_id',
      'tables.id_taken',
      ...valueErrors,
      ...filterErrors,
    ],
    async handle(call, { params: { table }, query: { tz }, body }) {
      const { context } = call
      if (!isFilterBody(body)) return rowReply(context, await addRow(context, { table, body }))
      const query = { filter: body, tz }
      const list = { table, query, isKnown: () => false }
      const { version, body: rows } = await listQuery(context, list)
      return replyList(call, { version, body: rows })
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: '/{table}/{id}',
    params: rowParams,
    operationId: 'getRow',
    summary: 'Read a row',
    description: 'All its columns. The ETag is its version, for `If-Match`.',
    answer: Row,
    answerHeaders: versioned,
    errors: ['tables.not_found', 'tables.row_not_found'],
    handle: async ({ context }, { params }) => rowReply(context, await getRow(context, params)),
  }),
  route({
    ...written,
    method: 'PUT',
    operationId: 'updateRow',
    summary: 'Change columns of a row, or move or copy it',
    description:
      'Columns that are left out stay as they are. With `operation` the row, or a copy of it, is put beside another one.',
    body: UpdateRow,
    answer: Row,
    answerHeaders: versioned,
    errors: [...rowErrors, ...valueErrors, 'request.too_costly'],
    async handle({ context }, { params, headers, body }) {
      const address = addressOf(context, params, headers)
      return rowReply(context, await putRow(context, address, body))
    },
  }),
  route({
    ...written,
    method: 'PATCH',
    operationId: 'updateCell',
    summary: 'Change one cell',
    description: 'A text is read by the type of the column, as the SVAR grid sends all values.',
    body: UpdateCell,
    answer: RowReference,
    answerHeaders: versioned,
    errors: [...rowErrors, ...valueErrors],
    async handle({ context }, { params, headers, body: { key, value } }) {
      const address = addressOf(context, params, headers)
      const { id, version } = await updateCell(context, { ...address, key, value })
      return reply({ id }, { headers: { etag: etagOf(context, version) } })
    },
  }),
  route({
    ...written,
    method: 'DELETE',
    operationId: 'deleteRow',
    summary: 'Delete a row',
    description:
      'Rows of other tables that refer to it lose their value or forbid it, as their column says.',
    answer: RowReference,
    errors: [...rowErrors, 'tables.row_in_use', 'tables.too_many_rows'],
    handle: ({ context }, { params, headers }) =>
      deleteRow(context, addressOf(context, params, headers)),
  }),
]

function addressOf(
  context: Context,
  { table, id }: { table: string; id: string },
  headers: { 'If-Match': z.output<typeof IfMatch> },
): RowAddress {
  return { table, id, precondition: precondition(context, headers['If-Match']) }
}

function rowReply(context: Context, row: StoredRow): Reply<z.output<typeof Row>> {
  return reply(rowFrom(row), { headers: { etag: etagOf(context, row.version) } })
}

/** One address for several things. */
async function putRow(
  context: Context,
  address: RowAddress,
  body: Record<string, unknown>,
): Promise<StoredRow> {
  const order = await moveOrderIn(context, address.table, body)
  if (order?.operation === 'move') return moveRow(context, { ...address, ...order })
  if (order?.operation === 'copy') return copyRow(context, { ...address, ...order })
  return updateRow(context, { ...address, body })
}

/**
 * Whether a body is the value of SVAR's filter and not a row: a group, a rule alone, or nothing, as
 * a filter without rules is sent. A row with columns of just these names comes as `{ row }`.
 */
function isFilterBody(body: Record<string, unknown>): boolean {
  const keys = Object.keys(body)
  if (keys.every((key) => groupKeys.has(key)))
    return keys.length === 0 || Array.isArray(body['rules'])
  const isRule = keys.every((key) => ruleKeys.has(key)) && typeof body['field'] === 'string'
  return isRule && ('filter' in body || 'includes' in body)
}

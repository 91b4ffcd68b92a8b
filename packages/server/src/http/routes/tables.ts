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
import { addRow } from '../../domain/tables/add-row.ts'
import { copyRow } from '../../domain/tables/copy-row.ts'
import { createTable } from '../../domain/tables/create-table.ts'
import { deleteRow } from '../../domain/tables/delete-row.ts'
import { rowFrom } from '../../domain/tables/find-row.ts'
import type { RowAddress } from '../../domain/tables/find-row.ts'
import { getRow } from '../../domain/tables/get-row.ts'
import { getTable } from '../../domain/tables/get-table.ts'
import { listTables } from '../../domain/tables/get-table.ts'
import { moveOrderIn } from '../../domain/tables/move-order.ts'
import { moveRow } from '../../domain/tables/move-row.ts'
import { listQuery } from '../../domain/tables/query/list-query.ts'
import { updateCell } from '../../domain/tables/update-row.ts'
import { updateRow } from '../../domain/tables/update-row.ts'
import type { StoredRow } from '../../ports/table-store.ts'
import { route, routeWithBody } from '../old-route.ts'
import type { Call } from '../old-route.ts'
import type { Route } from '../route.ts'
import { answerList } from '../wire/answer.ts'
import { answerJson } from '../wire/answer.ts'
import { entityTags, etagOf, precondition } from '../wire/etag.ts'
import type { Reply } from '../wire/reply.ts'
import { filterErrors, valueErrors } from './table-errors.ts'

const groupKeys = new Set(['glue', 'rules'])
const ruleKeys = new Set(['field', 'type', 'filter', 'value', 'includes', 'predicate'])

const group = 'Tables'
const scope = 'workspace'
const rowErrors = ['tables.not_found', 'tables.row_not_found', 'tables.row_changed'] as const
const versioned = { ETag: 'The version of the row.' }
const conditional = { 'If-Match': 'The ETag the row must still have, else 412.' }

export const tables: Route[] = [
  route({
    method: 'GET',
    path: '/tables',
    scope,
    group,
    summary: 'List the tables',
    answer: z.array(Table),
    errors: [],
    handle: async (call) => answerJson(call, await listTables(call.context)),
  }),
  routeWithBody({
    method: 'POST',
    path: '/tables',
    scope,
    group,
    summary: 'Make a table',
    body: NewTable,
    answer: Table,
    errors: ['tables.name_taken', 'tables.name_reserved'],
    handle: async (call, body) => answerJson(call, await createTable(call.context, body)),
  }),
  route({
    method: 'GET',
    path: '/tables/{table}',
    scope,
    group,
    summary: 'Describe a table, also in the words of the SVAR grid and filters',
    answer: TableDescription,
    errors: ['tables.not_found'],
    handle: async (call) => answerJson(call, await getTable(call.context, call.param('table'))),
  }),
  routeWithBody({
    method: 'POST',
    path: '/{table}',
    scope,
    group,
    summary: "Add a row; the value of SVAR's filter in its place finds rows",
    reads: (body) => isFilterBody(body as Record<string, unknown>),
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
    handle: postRow,
  }),
  route({
    method: 'GET',
    path: '/{table}/{id}',
    scope,
    group,
    summary: 'Read a row',
    answer: Row,
    answerHeaders: versioned,
    errors: ['tables.not_found', 'tables.row_not_found'],
    handle: async (call) => answerRow(call, await getRow(call.context, addressIn(call))),
  }),
  routeWithBody({
    method: 'PUT',
    path: '/{table}/{id}',
    scope,
    group,
    summary: 'Change columns of a row, or move or copy it',
    requestHeaders: conditional,
    body: UpdateRow,
    answer: Row,
    answerHeaders: versioned,
    errors: [...rowErrors, ...valueErrors],
    handle: async (call, body) => answerRow(call, await putRow(call, body)),
  }),
  routeWithBody({
    method: 'PATCH',
    path: '/{table}/{id}',
    scope,
    group,
    summary: 'Change one cell',
    requestHeaders: conditional,
    body: UpdateCell,
    answer: RowReference,
    answerHeaders: versioned,
    errors: [...rowErrors, ...valueErrors],
    handle: async (call, { key, value }) => {
      const row = await updateCell(call.context, { ...addressIn(call), key, value })
      return answerJson(call, { id: row.id }, { etag: etagOf(call.context, row.version) })
    },
  }),
  route({
    method: 'DELETE',
    path: '/{table}/{id}',
    scope,
    group,
    summary: 'Delete a row',
    requestHeaders: conditional,
    answer: RowReference,
    errors: [...rowErrors, 'tables.row_in_use', 'tables.too_many_rows'],
    handle: async (call) => answerJson(call, await deleteRow(call.context, addressIn(call))),
  }),
]

function addressIn(call: Call): RowAddress {
  const header = call.request.headers.get('if-match')
  const tags = header === null ? undefined : entityTags(header)
  const address = { table: call.param('table'), id: call.param('id') }
  return { ...address, precondition: precondition(call.context, tags) }
}

function answerRow(call: Call, row: StoredRow): Reply {
  return answerJson(call, rowFrom(row), { etag: etagOf(call.context, row.version) })
}

async function postRow(call: Call, body: Record<string, unknown>): Promise<Reply> {
  const table = call.param('table')
  if (!isFilterBody(body)) return answerRow(call, await addRow(call.context, { table, body }))
  const query = { filter: body, tz: call.query['tz'] }
  const list = { table, query, isKnown: () => false }
  const { revision, body: rows } = await listQuery(call.context, list)
  return answerList(call, { version: revision, body: rows })
}

/** One address for several things. */
async function putRow(call: Call, body: Record<string, unknown>): Promise<StoredRow> {
  const { context } = call
  const address = addressIn(call)
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

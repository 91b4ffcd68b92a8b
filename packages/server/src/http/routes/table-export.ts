import { ExportForm } from '@triptych/contract/table-import'
import { exportRows } from '../../domain/tables/export-rows.ts'
import { contentDisposition } from '../wire/content-disposition.ts'
import { At, atErrors, refuseWithAt } from '../wire/moment.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { replyBody } from '../wire/reply.ts'
import { streamBody } from '../wire/stream-body.ts'
import { filterErrors, queryParameters, tableParams } from './table-declarations.ts'

const types: Record<ExportForm, string> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const tableExport: Route[] = [
  route({
    method: 'GET',
    path: '/{table}/export',
    params: tableParams,
    scope: 'workspace',
    group: 'Tables',
    operationId: 'exportRows',
    summary: 'Download the rows of a query as a file',
    description:
      'All rows of the query, however many, as they are at one moment, or as they were: then in their order, all of them.',
    query: {
      format: ExportForm.default('csv').meta({ description: 'The format of the file.' }),
      ...queryParameters,
      at: At,
    },
    answer: { type: '*/*', description: 'The file, in the format that was asked for.' },
    errors: [
      'tables.not_found',
      ...filterErrors,
      'tables.view_not_found',
      'tables.export_too_large',
      ...atErrors,
    ],
    async handle(call, { params: { table }, query: { format, at, ...query } }) {
      const { fields: _, ...others } = query
      refuseWithAt(at, others)
      const body = await exportRows(call.context, {
        table,
        query,
        form: format,
        at,
      })
      return replyBody(streamBody(call, body), {
        headers: {
          'content-type': types[format],
          'content-disposition': contentDisposition('attachment', `${table}.${format}`),
        },
      })
    },
  }),
]

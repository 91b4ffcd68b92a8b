import { z } from 'zod'
import { exportRows } from '../../domain/tables/export-rows.ts'
import type { ExportForm } from '../../domain/tables/export-rows.ts'
import { AppError } from '../../errors.ts'
import { contentDisposition } from '../wire/content-disposition.ts'
import { queryIn } from './read-rows-query.ts'
import { route } from '../old-route.ts'
import type { Call } from '../old-route.ts'
import type { Route } from '../route.ts'
import { replyBody } from '../wire/reply.ts'
import { streamBody } from '../wire/stream-body.ts'
import { filterErrors } from './table-errors.ts'
import { queryParameters } from './table-query.ts'

const types: Record<ExportForm, string> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const forms = Object.keys(types) as [ExportForm, ...ExportForm[]]

export const tableExport: Route[] = [
  route({
    method: 'GET',
    path: '/{table}/export',
    scope: 'workspace',
    group: 'Tables',
    summary: 'Download the rows of a query as a file',
    query: {
      format: z.enum(forms).optional().meta({ description: '`csv` unless told.' }),
      ...queryParameters,
    },
    answer: { type: '*/*', description: 'The file, in the format that was asked for.' },
    errors: [
      'tables.not_found',
      ...filterErrors,
      'tables.view_not_found',
      'tables.export_too_large',
    ],
    async handle(call) {
      const table = call.param('table')
      const form = formIn(call)
      const body = await exportRows(call.context, { table, query: queryIn(call), form })
      return replyBody(streamBody(call, body), {
        headers: {
          'content-type': types[form],
          'content-disposition': contentDisposition('attachment', `${table}.${form}`),
        },
      })
    },
  }),
]

function formIn({ query }: Call): ExportForm {
  const form = z.enum(forms).safeParse(query['format'] ?? 'csv')
  if (form.success) return form.data
  throw new AppError('bad_request', `format is one of ${forms.join(', ')}.`, {
    parameter: 'format',
  })
}

import {
  chartQuery,
  exportFormats,
  importFormats,
  ImportMode,
  maxPlanBytes,
  PlanImported,
} from '@triptych/contract/plan-exchange'
import type { ExportFormat, ImportFormat } from '@triptych/contract/plan-exchange'
import type { ChartColumn } from '@triptych/contract/printed-chart'
import { z } from 'zod'
import { exportPlan } from '../../domain/gantt/exchange/export-plan.ts'
import { importPlan } from '../../domain/gantt/exchange/import-plan.ts'
import { inPieces } from '../../domain/tables/import/open-records.ts'
import { AppError } from '../../errors.ts'
import { contentDisposition } from '../wire/content-disposition.ts'
import { bodyPieces } from '../wire/incoming-body.ts'
import { At, atErrors, refuseWithAt } from '../wire/moment.ts'
import { replyBody } from '../wire/reply.ts'
import { streamBody } from '../wire/stream-body.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import type { Call } from '../call.ts'

const described = { scope: 'workspace', group: 'Gantt' } as const

/** Plans that come from other programs, and go to them. */
export const planExchange: Route[] = [
  route({
    ...described,
    method: 'POST',
    path: '/schedule/import',
    operationId: 'importPlan',
    summary: 'Import a plan',
    description:
      'All of it in one transaction and as one step, or nothing. Elements of XML that mean nothing here are kept, and written again by an export.',
    query: {
      format: z.enum(importFormats).optional().meta({
        description:
          'Told by the content type if not here: `text/csv`, that of a workbook (XLSX), else XML.',
      }),
      mode: ImportMode.meta({
        description:
          '`replace`: in place of the plan; XML also of its calendars, resources and settings. `append`: behind what is there.',
      }),
    },
    content: {
      type: '*/*',
      description: `A project as XML (MSPDI), or a table as CSV or XLSX, at most ${maxPlanBytes} bytes.`,
    },
    answer: PlanImported,
    errors: [
      'gantt.bad_import',
      'gantt.import_too_large',
      'gantt.too_many_tasks',
      'baselines.too_many',
      'request.too_costly',
    ],
    // All changes are one transaction; what is answered stands in none of them.
    multiTransaction: () => null,
    async handle(call, { query: { mode, format = formatOf(call) } }) {
      const body = bodyPieces(call)
      try {
        const source = inPieces(atMost(call, body), tooLarge)
        return await importPlan(call.context, source, { mode, format })
      } finally {
        await body.return(undefined)
      }
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: '/schedule/export',
    operationId: 'exportPlan',
    summary: 'Download the plan as a file',
    description: 'The plan as it is at one moment, or as it was, as far as whoever asks sees it.',
    query: {
      format: z.enum(exportFormats).default('xml').meta({
        description:
          '`xml`: of Microsoft Project (MSPDI). `csv` and `xlsx`: a table with a row for each task. `ical`: a calendar with an event for each task (RFC 5545). `pdf`, `svg` and `png`: the chart.',
      }),
      summaries: z.boolean().default(false).meta({
        description: 'Of a calendar: whether it has events for summaries, too.',
      }),
      ...chartQuery,
      inline: z.boolean().default(false).meta({
        description: 'Of a PDF or PNG: to be looked at, not to be saved.',
      }),
      at: At,
    },
    answer: { type: '*/*', description: 'The file, in the format that was asked for.' },
    errors: ['gantt.export_too_large', 'unavailable', ...atErrors],
    async handle(call, { query: { format, at, summaries, columns, inline, ...said } }) {
      refuseWithAt(at, { critical: said.critical || undefined })
      const chart = { ...said, columns: columns?.split(',') as ChartColumn[] | undefined }
      const body = await exportPlan(call.context, { format, at, summaries, chart })
      const { type, ending } = files[format]
      // A drawing could be shown, too, but would be a page of ours.
      const isShown = inline && (format === 'pdf' || format === 'png')
      return replyBody(streamBody(call, body), {
        headers: {
          'content-type': type,
          'content-disposition': contentDisposition(
            isShown ? 'inline' : 'attachment',
            `plan.${ending}`,
          ),
        },
      })
    },
  }),
]

function formatOf({ request }: Call): ImportFormat {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';')
  const isOf = (format: ImportFormat) => files[format].type.startsWith(type.trim().toLowerCase())
  return type.trim() === '' ? 'xml' : (importFormats.find(isOf) ?? 'xml')
}

const files: Record<ExportFormat, { type: string; ending: string }> = {
  xml: { type: 'application/xml; charset=utf-8', ending: 'xml' },
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ending: 'xlsx',
  },
  ical: { type: 'text/calendar; charset=utf-8', ending: 'ics' },
  pdf: { type: 'application/pdf', ending: 'pdf' },
  svg: { type: 'image/svg+xml', ending: 'svg' },
  png: { type: 'image/png', ending: 'png' },
}

async function* atMost(call: Call, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (Number(call.request.headers.get('content-length')) > maxPlanBytes) throw tooLarge()
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > maxPlanBytes) throw tooLarge()
    yield piece
  }
  // What let its sender in may have ended before the body did.
  await call.refuseLapsed()
}

function tooLarge(): AppError {
  return new AppError('gantt.import_too_large', `A plan has at most ${maxPlanBytes} bytes.`, {
    limit: maxPlanBytes,
  })
}

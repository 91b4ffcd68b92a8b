import { ImportMode, maxPlanBytes, PlanImported } from '@triptych/contract/plan-exchange'
import { z } from 'zod'
import { exportPlan } from '../../domain/gantt/exchange/export-plan.ts'
import { importPlan } from '../../domain/gantt/exchange/import-plan.ts'
import { AppError } from '../../errors.ts'
import { contentDisposition } from '../wire/content-disposition.ts'
import { bodyPieces } from '../wire/incoming-body.ts'
import { At, atErrors } from '../wire/moment.ts'
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
    summary: 'Import a plan of Microsoft Project',
    description:
      'All of it in one transaction and as one step, or nothing. Elements that mean nothing here are kept, and written again by an export.',
    query: {
      mode: ImportMode.meta({
        description:
          '`replace`: in place of the plan, its calendars, resources and settings. `append`: behind what is there.',
      }),
    },
    content: {
      type: 'application/xml',
      description: `A project as XML (MSPDI), at most ${maxPlanBytes} bytes.`,
    },
    answer: PlanImported,
    errors: [
      'gantt.bad_import',
      'gantt.import_too_large',
      'gantt.too_many_tasks',
      'request.too_costly',
    ],
    // All changes are one transaction; what is answered stands in none of them.
    multiTransaction: () => null,
    async handle(call, { query: { mode } }) {
      const body = bodyPieces(call)
      try {
        return await importPlan(call.context, atMost(call, body), { mode })
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
    summary: 'Download the plan for Microsoft Project',
    description: 'The plan as it is at one moment, or as it was, as far as whoever asks sees it.',
    query: {
      format: z
        .enum(['xml'])
        .default('xml')
        .meta({ description: 'XML of Microsoft Project (MSPDI).' }),
      at: At,
    },
    answer: { type: 'application/xml', description: 'The project.' },
    errors: atErrors,
    async handle(call, { query: { at } }) {
      const body = await exportPlan(call.context, at)
      return replyBody(streamBody(call, body), {
        headers: {
          'content-type': 'application/xml; charset=utf-8',
          'content-disposition': contentDisposition('attachment', 'plan.xml'),
        },
      })
    },
  }),
]

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

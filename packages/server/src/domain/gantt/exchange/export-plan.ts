import type { ExportFormat } from '@triptych/contract/plan-exchange'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import type { Moment } from '@triptych/contract/moment'
import { longList } from '../../long-list.ts'
import { icalPieces } from './export-ical.ts'
import { mspdiPieces } from './export-mspdi.ts'
import { csvPieces, refuseWhatNoSheetHolds, xlsxPieces } from './export-sheet.ts'
import { exportedPlan } from './exported-plan.ts'
import type { ExportedPlan } from './exported-plan.ts'

export interface ExportPlanInput {
  format: ExportFormat
  /** As it was then; `null`: as it is. */
  at: Moment | null
  /** Of a calendar: whether summaries are in it, too. */
  summaries?: boolean
}

/** The plan as a file, made as it is taken: as far as whoever asks sees it, as it is or as it was. */
export async function exportPlan(
  ctx: Context,
  input: ExportPlanInput,
): Promise<AsyncIterableIterator<Uint8Array>> {
  authorise(ctx.principal, 'gantt.read')
  const { body } = await longList(
    ctx.workspace.database,
    ctx.asker,
    () => false,
    async (stores) => {
      const plan = await exportedPlan(ctx, stores, input.at)
      // To be told before the first byte: then there is no way to say it any more.
      if (input.format === 'xlsx') await refuseWhatNoSheetHolds(plan)
      return { version: 0, pieces: piecesOf(ctx, plan, input) }
    },
  )
  return body!
}

function piecesOf(
  ctx: Context,
  plan: ExportedPlan,
  { format, summaries = false }: ExportPlanInput,
): AsyncIterable<Uint8Array> {
  if (format === 'csv') return csvPieces(plan)
  if (format === 'xlsx') return xlsxPieces(plan, ctx.now())
  if (format === 'ical') return icalPieces(ctx, plan, summaries)
  return mspdiPieces(plan)
}

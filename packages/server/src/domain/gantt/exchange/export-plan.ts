import type { ExportFormat } from '@triptych/contract/plan-exchange'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import type { ReadStores } from '../../../ports/database.ts'
import type { Moment } from '@triptych/contract/moment'
import { longList } from '../../long-list.ts'
import { analysisOf } from '../analyse-plan.ts'
import { seenPlan } from '../seen-plan.ts'
import type { ChartInput } from './export-chart.ts'
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
  /** Of a chart. */
  chart?: ChartInput
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
      return { version: 0, pieces: await piecesOf(ctx, stores, plan, input) }
    },
  )
  return body!
}

async function piecesOf(
  ctx: Context,
  stores: ReadStores,
  plan: ExportedPlan,
  { format, summaries = false, chart = {} }: ExportPlanInput,
): Promise<AsyncIterable<Uint8Array>> {
  if (format === 'csv') return csvPieces(plan)
  if (format === 'xlsx') return xlsxPieces(plan, ctx.now())
  if (format === 'ical') return icalPieces(ctx, plan, summaries)
  if (format === 'xml') return mspdiPieces(plan)
  // Loaded with the first chart.
  const { chartPieces } = await import('./export-chart.ts')
  const critical = chart.critical ? (await analysisOf(await seenPlan(ctx, stores))).critical : []
  return chartPieces(ctx, plan, { format, chart, critical: new Set(critical) })
}

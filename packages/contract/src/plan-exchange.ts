import { z } from 'zod'
import {
  chartColumns,
  chartPapers,
  chartScales,
  maxChartPages,
  usualChartColumns,
} from './printed-chart.ts'

const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/)

export const ImportMode = z.enum(['replace', 'append'])
export type ImportMode = z.infer<typeof ImportMode>

/** What a plan can be taken in from. */
export const importFormats = ['xml', 'csv', 'xlsx'] as const
export type ImportFormat = (typeof importFormats)[number]

/** What a plan can be taken out as. */
export const exportFormats = ['xml', 'csv', 'xlsx', 'ical', 'pdf', 'svg', 'png'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** How a chart is drawn: what is not said follows from the plan. */
export const chartQuery = {
  paper: z.enum(chartPapers).optional().meta({
    description:
      'Of a chart; `a4` for PDF, else `none`: one page as large as it needs, which PDF does not have.',
  }),
  landscape: z.boolean().default(true).meta({ description: 'Of a chart: whether the paper lies.' }),
  from: Day.optional().meta({ description: 'Of a chart: its first day, such as 2026-03-02.' }),
  to: Day.optional().meta({ description: 'Of a chart: its last day.' }),
  columns: z
    .string()
    .regex(new RegExp(`^(${chartColumns.join('|')})(,(${chartColumns.join('|')}))*$`))
    .optional()
    .meta({
      description: `Of a chart, with commas between them: ${chartColumns.join(', ')}. \`${usualChartColumns.join()}\` if not said.`,
    }),
  scale: z.enum(chartScales).optional().meta({
    description: 'Of a chart: what its columns stand for; else as fine as there is room for.',
  }),
  fit: z.enum(['width', 'none']).optional().meta({
    description:
      'Of a chart: all of the time on one page (`width`), or over as many as the scale takes (`none`, where one is said).',
  }),
  title: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Of a chart; else the name of the workspace.' }),
  critical: z.boolean().default(false).meta({
    description: 'Of a chart: what is critical is red. Not to be had with `at`.',
  }),
  today: Day.optional().meta({
    description: 'Of a chart: which day it is for whoever asks; else the day in UTC.',
  }),
  page: z.int().min(1).max(maxChartPages).optional().meta({
    description: 'Of a chart: only this page. SVG and PNG have one, the first if it is not said.',
  }),
}

/** Bytes of a plan that is imported. */
export const maxPlanBytes = 64 * 1024 * 1024

/** So many warnings are told one by one. */
export const maxImportWarnings = 100

const count = z.int().min(0)

export const PlanImported = z
  .object({
    tasks: count,
    links: count,
    resources: count,
    assignments: count,
    calendars: count,
    warnings: z
      .array(
        z.object({
          uid: z.int().nullable().meta({ description: 'What the file calls the thing.' }),
          row: z.int().optional().meta({ description: 'Of a table.' }),
          element: z.string().meta({ description: 'Of a table: the column.' }),
          why: z.string(),
        }),
      )
      .meta({
        description: `What is kept for the export and counts for nothing here; at most ${maxImportWarnings} of it are told.`,
      }),
  })
  .meta({ id: 'PlanImported', description: 'How much of a plan was imported.' })
export type PlanImported = z.infer<typeof PlanImported>
export type ImportWarning = PlanImported['warnings'][number]

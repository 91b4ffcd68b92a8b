import { z } from 'zod'

export const ImportMode = z.enum(['replace', 'append'])
export type ImportMode = z.infer<typeof ImportMode>

/** What a plan can be taken in from. */
export const importFormats = ['xml', 'csv', 'xlsx'] as const
export type ImportFormat = (typeof importFormats)[number]

/** What a plan can be taken out as. */
export const exportFormats = ['xml', 'csv', 'xlsx', 'ical'] as const
export type ExportFormat = (typeof exportFormats)[number]

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

import { z } from 'zod'
import { importFormats } from './choices.ts'
import { ColumnFormat, ColumnType } from './tables.ts'

/** What the rows of a table can be written as. */
export const exportForms = ['csv', 'tsv', 'ndjson', 'json', 'xlsx'] as const
export const ExportForm = z.enum(exportForms)
export type ExportForm = z.infer<typeof ExportForm>

export const ImportFormat = z.enum(importFormats)
export type ImportFormat = z.infer<typeof ImportFormat>

/** So many rows that cannot be taken are told one by one. */
export const maxImportFailures = 100
/** A workbook that is uploaded is held in memory until it is read; a larger one can lie in the drive. */
export const maxUploadedWorkbook = 64 * 1024 * 1024

export const DecimalMark = z.enum(['.', ','])
export type DecimalMark = z.infer<typeof DecimalMark>

/** Day, month and year. */
export const DateOrder = z.enum(['dmy', 'mdy', 'ymd'])
export type DateOrder = z.infer<typeof DateOrder>

/** What becomes of a column of the file; what is left out is guessed, or is what the table says. */
export const ImportColumn = z.strictObject({
  source: z.union([z.string(), z.int().min(1)]).meta({
    description: 'Its name in the file, or its place from 1 on.',
  }),
  name: z.string().optional().meta({ description: 'The column of the table.' }),
  type: ColumnType.optional().meta({ description: 'Of a new table.' }),
  format: ColumnFormat.nullish().meta({
    description: 'Of a new table; not guessed where the type is said, or null.',
  }),
  choice: z.boolean().optional().meta({
    description:
      'Of a new table: a choice of the different texts that the file has there, without spaces around them.',
  }),
  nullable: z.boolean().optional().meta({ description: 'Of a new table.' }),
  skip: z.boolean().optional().meta({ description: 'Leave it out.' }),
  decimal: DecimalMark.optional().meta({ description: 'How its numbers are written.' }),
  dates: DateOrder.optional().meta({ description: 'How its dates are written.' }),
})
export type ImportColumn = z.infer<typeof ImportColumn>

const ImportColumns = z.array(ImportColumn).max(1000)

/** `null` where the text is no list of them as JSON. */
export function importColumnsIn(json: string): ImportColumn[] | null {
  try {
    return ImportColumns.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

export const ImportFailure = z
  .object({
    line: z.int().meta({ description: 'The line of the file, or the row of the sheet.' }),
    column: z.string().optional(),
    error: z.string(),
  })
  .meta({ id: 'ImportFailure', description: 'A row of a file that cannot be taken.' })
export type ImportFailure = z.infer<typeof ImportFailure>

export const Imported = z
  .object({
    table: z.string(),
    created: z.boolean().meta({ description: 'Whether the table is new.' }),
    added: z.int(),
    skipped: z.int().meta({ description: 'Rows that could not be taken.' }),
    emptied: z.int().meta({
      description: 'Cells that were left empty, as what the file has there does not fit.',
    }),
    failures: z
      .array(ImportFailure)
      .meta({ description: `Why; the first ${maxImportFailures} of them.` }),
    columns: z.array(
      z.object({
        source: z.string(),
        name: z.string().nullable().meta({ description: '`null`: it is left out.' }),
        type: ColumnType.nullable(),
        format: ColumnFormat.optional(),
        form: z.string().nullable().meta({
          description: 'An example of how its values are written, where that is not the usual way.',
        }),
        options: z.array(z.string()).optional().meta({
          description: 'What can be chosen from; only where it becomes a choice.',
        }),
        values: z.array(z.string()).optional().meta({
          description:
            'All its different texts, only where it could be a choice: in a new table, at most 100 of them, each twice or more on average.',
        }),
        samples: z.array(z.string()).meta({ description: 'Some of its first values.' }),
      }),
    ),
    encoding: z.string().meta({ description: 'What the text of the file was read as.' }),
  })
  .meta({ id: 'Imported', description: 'What became of a file.' })
export type Imported = z.infer<typeof Imported>

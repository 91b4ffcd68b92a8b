import { z } from 'zod'
import { ErrorCode } from './errors.ts'
import { CellValue, RowId } from './tables.ts'

/** So many rows are taken in one request. */
export const maxRowsSent = 10_000
/** So many rows are changed or deleted by one filter. */
export const maxRowsChanged = 100_000
/** So many rows that cannot be taken are told one by one. */
export const maxRowFailures = 100

const NewRow = z.record(z.string(), CellValue)
const dryRun = z
  .boolean()
  .default(false)
  .meta({ description: 'Change nothing, tell what would be.' })

export const AddRows = z
  .strictObject({ rows: z.array(NewRow).min(1).max(maxRowsSent), dryRun })
  .meta({ id: 'AddRows', description: 'Rows to add, all or none.' })
export type AddRows = z.infer<typeof AddRows>

export const PutRows = z
  .strictObject({
    key: z
      .array(z.string())
      .min(1)
      .max(8)
      .meta({ description: 'Columns that say which row is meant, or `id`.' }),
    rows: z.array(NewRow).min(1).max(maxRowsSent),
    add: z.boolean().default(true).meta({
      description: 'Whether rows that are not there are added; else they are refused.',
    }),
    dryRun,
  })
  .meta({
    id: 'PutRows',
    description: 'Rows to add, or to change where one of the same key is there.',
  })
export type PutRows = z.infer<typeof PutRows>

export const ChangeRows = z
  .strictObject({
    filter: z
      .unknown()
      .optional()
      .meta({ description: "The value of SVAR's filter; `{}` means all rows." }),
    search: z.string().optional(),
    tz: z.string().optional(),
    set: NewRow.meta({ description: 'The new values of these columns.' }),
    max: z
      .int()
      .nonnegative()
      .optional()
      .meta({ description: 'Refuse where it would be more rows.' }),
    dryRun,
  })
  .meta({ id: 'ChangeRows', description: 'Which rows to change, and what they are to hold.' })
export type ChangeRows = z.infer<typeof ChangeRows>

/** So long is a text that is looked for, or put in its place. */
export const maxFoundText = 1000

export const ReplaceText = z
  .strictObject({
    filter: ChangeRows.shape.filter,
    search: z.string().optional(),
    tz: z.string().optional(),
    columns: z
      .array(z.string())
      .min(1)
      .optional()
      .meta({ description: 'Where to look; without it in all columns that can be written.' }),
    find: z.string().min(1).max(maxFoundText),
    replace: z.string().max(maxFoundText).meta({ description: 'What comes in its place.' }),
    matchCase: z.boolean().default(false),
    wholeCell: z
      .boolean()
      .default(false)
      .meta({ description: 'Only cells that hold nothing else.' }),
    max: ChangeRows.shape.max,
    skipBad: z.boolean().default(false).meta({
      description: 'Cells that could not hold what they would get stay; else nothing is changed.',
    }),
    dryRun,
  })
  .meta({
    id: 'ReplaceText',
    description:
      'A text to look for in the cells of some rows, and what comes in its place. Numbers, dates and times are looked through as the API writes them; JSON, references, yes and no, and what is worked out are not.',
  })
export type ReplaceText = z.infer<typeof ReplaceText>

export const TextReplaced = z
  .object({
    changed: z.int().meta({ description: 'How many rows.' }),
    cells: z.int().meta({ description: 'How many cells of them.' }),
    columns: z
      .array(z.object({ column: z.string(), cells: z.int() }))
      .meta({ description: 'In which columns they are.' }),
    bad: z.int().meta({ description: 'How many cells could not hold what they would get.' }),
    failures: z
      .array(z.object({ id: RowId, column: z.string(), code: ErrorCode, error: z.string() }))
      .max(maxRowFailures)
      .meta({ description: 'The first of those.' }),
  })
  .meta({ id: 'TextReplaced', description: 'What was replaced, or would be.' })
export type TextReplaced = z.infer<typeof TextReplaced>

export const RowsAdded = z
  .object({
    added: z.int(),
    ids: z.array(RowId).meta({ description: 'In the order of the rows; none of a dry run.' }),
  })
  .meta({ id: 'RowsAdded', description: 'How many rows were added, and their ids.' })

export const RowsPut = z
  .object({
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    ids: z.array(RowId).meta({ description: 'In the order of the rows; none of a dry run.' }),
  })
  .meta({ id: 'RowsPut', description: 'What became of the rows.' })

export const RowsChanged = z
  .object({ changed: z.int() })
  .meta({ id: 'RowsChanged', description: 'How many rows were changed.' })
export const RowsDeleted = z
  .object({ deleted: z.int() })
  .meta({ id: 'RowsDeleted', description: 'How many rows were deleted.' })

/** What is wrong with one of the rows that were sent. */
export const RowRefusal = z.object({
  index: z.int().nonnegative(),
  code: ErrorCode,
  error: z.string(),
  column: z.string().optional(),
})
export type RowRefusal = z.infer<typeof RowRefusal>

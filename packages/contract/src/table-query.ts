import { z } from 'zod'
import { CellValue, Row } from './tables.ts'

export const maxPageRows = 10_000
export const usualPageRows = 100
/** The longest place that a cursor carries, written in base64, with its signature. */
export const maxCursorLength = 20_000
export const maxSuggestions = 1000
export const maxGroups = 10_000

export const CountMode = z.enum(['exact', 'capped', 'estimated', 'none'])

const Start = z.int().nonnegative()

/** The parameters of `GET /{table}` as a body; all may be left out. */
export const RowsQuery = z
  .strictObject({
    start: Start.optional().meta({ description: 'How many rows to pass over.' }),
    offset: Start.optional().meta({ description: 'Another word for `start`.' }),
    end: Start.optional().meta({ description: 'The row behind the last one wanted.' }),
    limit: z
      .int()
      .min(1)
      .max(maxPageRows)
      .optional()
      .meta({ description: 'How many rows, in place of `end`.' }),
    cursor: z
      .string()
      .max(maxCursorLength)
      .optional()
      .meta({ description: 'The `next` of an answer to the same query, in place of `start`.' }),
    filter: z.unknown().optional().meta({ description: "The value of SVAR's filter." }),
    search: z.string().optional().meta({ description: 'Text in any text column.' }),
    sort: z.unknown().optional().meta({
      description: '`name,-year`, or `[{"key":"name","order":"asc"}]` as the SVAR grid has it.',
    }),
    fields: z.unknown().optional().meta({ description: 'Columns, as `name,year` or as a list.' }),
    count: CountMode.optional(),
    tz: z.string().optional().meta({ description: "The client's time zone, as Europe/Vienna." }),
    view: z.string().optional().meta({ description: 'A saved view, whose filter comes on top.' }),
  })
  .refine(({ start, offset, end }) => end === undefined || end >= (start ?? offset ?? 0), {
    path: ['end'],
    error: 'end is not before start',
  })
  .meta({
    id: 'RowsQuery',
    description: 'The parameters of `GET /{table}` as a body; all may be left out.',
  })
export type RowsQuery = z.infer<typeof RowsQuery>

export const RowsFound = z
  .object({
    data: z.array(Row),
    total: z.int().nullable().meta({ description: 'How many rows the query has in all.' }),
    totalKind: z.enum(['exact', 'capped', 'estimated', 'none']).meta({
      description: 'Whether `total` is exact, a lower bound, an estimate, or not there.',
    }),
    next: z.string().nullable().meta({ description: 'The cursor of the rows after these.' }),
  })
  .meta({ id: 'RowsFound', description: 'The rows of a page, and how many there are in all.' })

export const Suggestions = z
  .union([
    z.array(z.object({ value: CellValue, count: z.int().positive() })),
    z.array(CellValue).meta({ description: 'Without `counts`.' }),
  ])
  .meta({ description: 'Values in their order, each once; with `counts` objects that hold them.' })

export const Groups = z.array(z.record(z.string(), CellValue))

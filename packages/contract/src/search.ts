import { z } from 'zod'

export const searchGroups = ['tasks', 'files', 'tables', 'rows', 'people'] as const
export type SearchGroup = (typeof searchGroups)[number]

/** So many of each group are answered at most. */
export const mostHits = 50

export const FoundTask = z.object({
  id: z.int(),
  text: z.string(),
  path: z
    .array(z.string())
    .meta({ description: 'What the tasks above it are called, from the top down.' }),
})

export const FoundFile = z.object({
  id: z.string().meta({ description: 'Its path.' }),
  type: z.enum(['file', 'folder']),
})

const TableTitle = z
  .string()
  .optional()
  .meta({ description: 'How people call the table, where that is not its name.' })

export const FoundRow = z.object({
  table: z.string(),
  tableTitle: TableTitle,
  id: z.int(),
  label: z.string().meta({ description: 'What its first text column says.' }),
  column: z.string().meta({ description: 'Where the text was found.' }),
  text: z.string().meta({ description: 'What stands there, cut around the text.' }),
})

export const SearchResult = z
  .object({
    tasks: z.array(FoundTask),
    files: z.array(FoundFile),
    tables: z.array(z.object({ name: z.string(), title: TableTitle })),
    rows: z.array(FoundRow),
    people: z.array(z.object({ id: z.int(), name: z.string() })),
    more: z.array(z.enum(searchGroups)).meta({
      description: 'Of which there may be more than is answered: the text has to say more.',
    }),
  })
  .meta({ id: 'SearchResult', description: 'What was found in a workspace.' })
export type SearchResult = z.infer<typeof SearchResult>
export type FoundRow = z.infer<typeof FoundRow>
export type FoundTask = z.infer<typeof FoundTask>

/** What somebody looks for. */
export const SearchText = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'one line of text')

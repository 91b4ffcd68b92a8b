import { z } from 'zod'
import { choiceColors, columnTypes, plainFormats } from './choices.ts'
import { maxFormulaLength } from './formula/read-formula.ts'
import { fitsAsName, maxNameBytes } from './names.ts'
import { Title } from './titles.ts'

export const ColumnType = z
  .enum(columnTypes)
  .meta({ id: 'ColumnType', description: 'What the cells of a column hold.' })
export type ColumnType = z.infer<typeof ColumnType>

/** What a cell can hold: JSON. A `date` is `2026-04-05`, a `datetime` `2026-04-05T08:30:00.000Z`. */
export type CellValue =
  | string
  | number
  | boolean
  | null
  | CellValue[]
  | { [key: string]: CellValue }
// The body was parsed as JSON already; walking it once more would cost and prove nothing.
export const CellValue = z.custom<CellValue>((value) => value !== undefined, 'a value is needed')

export const TableName = z
  .string()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u,
    'letters, digits, _ and -, beginning with a letter or digit',
  )
  .refine(fitsAsName, `at most ${maxNameBytes} bytes`)

/** A name that need not fit into an address: any text, but not a long one. */
export const FreeName = z
  .string()
  .min(1)
  .refine(fitsAsName, `at most ${maxNameBytes} bytes`)
  .refine((name) => name.isWellFormed(), 'no half characters')
  .refine((name) => !/[\p{Cc}]/u.test(name), 'no control characters')

export const ColumnName = FreeName.refine(
  (name) => !name.startsWith('$'),
  '$ is for the client',
).refine((name) => !['id', 'row', '__proto__'].includes(name.toLowerCase()), 'this name is taken')

/** Makes an integer column hold the ids of rows: of another table, or of its own. */
export const Reference = z.strictObject({
  table: z.string(),
  onDelete: z.enum(['restrict', 'clear']).meta({
    description:
      'What becomes of this row when the other is deleted: it forbids that, or loses its value.',
  }),
})
export type Reference = z.infer<typeof Reference>

/** What the texts or numbers of a column are to people. Values stay what the type says. */
export const ColumnFormat = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(plainFormats) }),
    z.strictObject({
      kind: z.literal('currency'),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, 'three letters, as EUR')
        .meta({ description: 'Its code in ISO 4217.' }),
    }),
  ])
  .meta({
    description:
      'Of a text column: `email`, `url` or `file` (the path of a file of the drive), which each value then is. Of a number column: `percent` (0.5 is 50 %) or `currency`.',
  })
export type ColumnFormat = z.infer<typeof ColumnFormat>

/** Colours of options, by their texts. */
export const OptionColors = z.record(z.string(), z.enum(choiceColors)).meta({
  description:
    'In which colour an option is shown: `{ "done": "green" }`. Those without one are shown in one of their own.',
})
export type OptionColors = z.infer<typeof OptionColors>

/** What a column is worked out by, row by row. */
export const Formula = z.string().min(1).max(maxFormulaLength).meta({
  description:
    'By what the cells are worked out from others of their row: `price * amount`. They cannot be written.',
})

export const maxColumns = 400
export const maxIndexes = 20
/** What can be chosen from, and how long each may be. */
export const maxOptions = 1000
export const maxOptionLength = 200

export const TableIndex = z
  .object({
    name: z.string(),
    columns: z.array(z.string()),
    unique: z
      .boolean()
      .meta({ description: 'No two rows have the same values in all its columns.' }),
  })
  .meta({ id: 'TableIndex', description: 'An index of a table.' })
export type TableIndex = z.infer<typeof TableIndex>

/** An index as a client describes it; without a name it is named after its columns. */
export const NewIndex = z
  .strictObject({
    name: FreeName.optional(),
    columns: z.array(z.string()).min(1).max(8),
    unique: z.boolean().default(false),
  })
  .meta({
    id: 'NewIndex',
    description: 'An index to make; without a name it is named after its columns.',
  })
export type NewIndex = z.infer<typeof NewIndex>

/** A column as a client describes it; everything but its name and its type or formula may be left out. */
export const NewColumn = z
  .strictObject({
    name: ColumnName,
    type: ColumnType.optional().meta({
      description: 'Of a column with a formula it is what that comes to, whatever is said here.',
    }),
    nullable: z.boolean().default(true),
    unique: z.boolean().default(false),
    default: CellValue.default(null).meta({ description: 'Taken where a new row has no value.' }),
    options: z
      .array(z.union([z.string().max(maxOptionLength), z.number()]))
      .min(1)
      .max(maxOptions)
      .nullable()
      .default(null)
      .meta({
        description: 'A closed list of values. For a json column: of the elements of an array.',
      }),
    colors: OptionColors.optional(),
    reference: Reference.nullable()
      .default(null)
      .meta({ description: 'The table whose rows an integer column names by their ids.' }),
    format: ColumnFormat.optional(),
    formula: Formula.optional(),
  })
  .meta({
    id: 'NewColumn',
    description: 'A column to make; all but its name and its type or formula may be left out.',
  })

export const NewTable = z
  .strictObject({
    name: TableName,
    title: Title.optional().meta({ description: 'Without one it is called by its name.' }),
    columns: z.array(NewColumn).min(1).max(maxColumns),
    indexes: z.array(NewIndex).max(maxIndexes).default([]),
  })
  .meta({ id: 'NewTable', description: 'A table to make.' })
export type NewTable = z.infer<typeof NewTable>

export const Column = z
  .object({
    name: z.string(),
    type: ColumnType,
    nullable: z.boolean(),
    unique: z.boolean(),
    default: CellValue,
    options: z.array(z.union([z.string(), z.number()])).nullable(),
    colors: OptionColors.optional().meta({ description: 'Of its options, where some have one.' }),
    reference: Reference.nullable(),
    format: ColumnFormat.optional().meta({ description: 'Only where it has one.' }),
    formula: z
      .string()
      .optional()
      .meta({ description: 'Only where the cells are worked out by one.' }),
  })
  .meta({ id: 'Column', description: 'A column of a table.' })
export type Column = z.infer<typeof Column>

export const Table = z
  .object({
    name: z.string(),
    title: z
      .string()
      .optional()
      .meta({ description: 'How people call it; only where that is not its name.' }),
    columns: z.array(Column),
    indexes: z.array(TableIndex),
  })
  .meta({ id: 'Table', description: 'A table: its columns, in their order, and its indexes.' })
export type Table = z.infer<typeof Table>

/** Ids the server makes are positive integers; those a client asks for stay far below 2^53. */
export const RowId = z.int().positive()
export const maxRowId = 2 ** 48

export const Row = z
  .looseObject({ id: RowId })
  .meta({ id: 'Row', description: 'A row: its id, and one member for each column of its table.' })
export type Row = { id: number } & Record<string, CellValue>

const AnyId = z.union([z.string(), z.number()]).nullish()
const RowValues = z.record(z.string(), CellValue)

/** SVAR's event (`row`, `id`, an anchor, and whatever else the event carried), or the row itself. */
export const AddRow = z
  .union([
    z.looseObject({
      row: RowValues,
      id: AnyId.meta({ description: 'A temporary id, or the real one of a row that was deleted.' }),
      before: AnyId.meta({ description: 'Put the new row before this one.' }),
      after: AnyId.meta({ description: 'Put the new row after this one.' }),
    }),
    RowValues,
  ])
  .meta({
    id: 'AddRow',
    description: "A new row: the event of SVAR's grid, with a place for it, or the row itself.",
  })

const MoveRow = z
  .strictObject({
    operation: z.enum(['move', 'copy']),
    target: AnyId.meta({ description: 'The row to stand beside; a copy may have none.' }),
    mode: z.enum(['before', 'after']).optional().meta({ description: '`after` unless told.' }),
  })
  .meta({ id: 'MoveRow', description: 'Where to put a row, or a copy of it.' })
export type MoveRow = z.infer<typeof MoveRow>

/**
 * SVAR's event or the row itself, with the columns to change; or where to put the row or a copy. In a
 * table that has columns of all the names a body has, it is a row; `{ row }` always is.
 */
export const UpdateRow = z
  .union([z.looseObject({ row: RowValues, id: AnyId }), MoveRow, RowValues])
  .meta({
    id: 'UpdateRow',
    description:
      "The columns to change, as the event of SVAR's grid or as the row itself; or where to put the row.",
  })

export const UpdateCell = z
  .looseObject({
    key: z.string().meta({ description: 'The column.' }),
    value: CellValue.meta({
      description: 'Text is read by the type of the column; JSON is taken as it is.',
    }),
  })
  .meta({ id: 'UpdateCell', description: 'One cell, and what it is to hold.' })
export type UpdateCell = z.infer<typeof UpdateCell>

export const RowReference = z
  .object({ id: RowId })
  .meta({ id: 'RowReference', description: 'The row that was meant.' })

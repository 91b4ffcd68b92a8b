import { z } from 'zod'
import { choiceColors } from './choices.ts'
import { ErrorCode } from './errors.ts'
import {
  CellValue,
  ColumnFormat,
  ColumnName,
  ColumnType,
  Formula,
  FreeName,
  NewColumn,
  NewIndex,
  OptionColors,
  RowId,
  Table,
  TableName,
  maxOptionLength,
  maxOptions,
} from './tables.ts'
import { Title } from './titles.ts'

/** Where a column stands among the others; without a neighbour it is the last one. */
const Place = {
  before: z.string().optional().meta({ description: 'Put it before this column.' }),
  after: z.string().optional().meta({ description: 'Put it after this column.' }),
}

const { nullable, unique, options, reference } = NewColumn.shape

const Option = z.union([z.string().max(maxOptionLength), z.number()])

/** At once: two options can change names with each other. */
const RenameOptions = z
  .array(z.strictObject({ from: Option, to: Option }))
  .max(maxOptions)
  .meta({
    description:
      'Options that get other names, with the cells that hold them, the default, colors and views: `[{ "from": "todo", "to": "open" }]`. Where `options` is left out, they are those that there were, so renamed; what gets the name of another becomes one with it.',
  })

/** One step of a change. All steps of a request are one change: what counts is how the table ends up. */
export const TableStep = z
  .union([
    z.strictObject({ rename: TableName }),
    z.strictObject({
      title: Title.nullable().meta({ description: '`null`: it is called by its name again.' }),
    }),
    z.strictObject({ addColumn: NewColumn.extend(Place) }),
    z.strictObject({ dropColumn: z.string() }),
    z.strictObject({ renameColumn: z.strictObject({ from: z.string(), to: ColumnName }) }),
    z.strictObject({ moveColumn: z.strictObject({ name: z.string(), ...Place }) }),
    z.strictObject({
      changeColumn: z
        .strictObject({
          name: z.string(),
          type: ColumnType.optional(),
          nullable: nullable.unwrap().optional(),
          unique: unique.unwrap().optional(),
          default: CellValue.optional(),
          options: options.unwrap().optional(),
          renameOptions: RenameOptions.optional(),
          addOptions: z.array(Option).max(maxOptions).optional().meta({
            description:
              'Options that come behind all others, also those that somebody else adds at the same time; what is one already stays where it is.',
          }),
          dropOptions: z.array(Option).max(maxOptions).optional().meta({
            description: 'Options that go, the others stay; what is none is gone already.',
          }),
          sortOptions: z.array(Option).max(maxOptions).optional().meta({
            description:
              'The order of these options. Those that are not named come behind them, what is no option is passed over.',
          }),
          setColors: z.record(z.string(), z.enum(choiceColors).nullable()).optional().meta({
            description:
              'Colors of some options by their new names, the others keep theirs; null takes it away.',
          }),
          colors: OptionColors.nullish().meta({
            description:
              'All of them: options that are not named lose theirs; null takes all away. Where it is left out, options that stay keep theirs.',
          }),
          reference: reference.unwrap().optional(),
          format: ColumnFormat.nullish().meta({ description: 'null takes it away.' }),
          formula: Formula.optional().meta({ description: 'Only of a column that has one.' }),
        })
        .meta({ description: 'What is left out stays as it is.' }),
    }),
    z.strictObject({ addIndex: NewIndex }),
    z.strictObject({ dropIndex: z.string() }),
  ])
  .meta({ id: 'TableStep', description: 'One step of a change.' })
export type TableStep = z.infer<typeof TableStep>

export const ChangeTable = z
  .strictObject({
    changes: z.array(TableStep).min(1).max(1000),
    dryRun: z
      .boolean()
      .default(false)
      .meta({ description: 'Change nothing, and tell which rows would not fit.' }),
  })
  .meta({
    id: 'ChangeTable',
    description: 'Steps that are one change: what counts is how the table ends up.',
  })
export type ChangeTable = z.infer<typeof ChangeTable>

/** So many of the rows that do not fit are told one by one. */
export const maxFailureRows = 100

/** Rows that do not fit one rule of the changed table. */
export const RowFailure = z
  .object({
    columns: z.array(z.string()).meta({ description: 'The columns, by their new names.' }),
    count: z.int().positive().meta({ description: 'How many rows do not fit.' }),
    rows: z
      .array(
        z.object({
          id: RowId,
          value: CellValue.meta({ description: 'What the row holds now; a long value is cut.' }),
          code: ErrorCode,
          error: z.string(),
        }),
      )
      .max(maxFailureRows)
      .meta({ description: 'The first of them by their ids.' }),
  })
  .meta({ id: 'RowFailure', description: 'Rows that do not fit one rule of the changed table.' })
export type RowFailure = z.infer<typeof RowFailure>

export const ChangedTable = Table.extend({
  failures: z.array(RowFailure).meta({ description: 'Always empty without `dryRun`.' }),
}).meta({ id: 'ChangedTable', description: 'The table as it is now, or would be.' })
export type ChangedTable = z.infer<typeof ChangedTable>

export const maxViews = 100

/** What can stand below a column or beside a group. */
export const Total = z.enum(['count', 'sum', 'avg', 'min', 'max'])
export type Total = z.infer<typeof Total>

const maxSubgroups = 2

export const ViewGroup = z
  .object({
    column: z.string(),
    unit: z
      .enum(['day', 'week', 'month', 'year'])
      .nullable()
      .meta({ description: 'Of a date: what of it makes the groups.' }),
  })
  .meta({ id: 'ViewGroup', description: 'By which column the rows stand in groups.' })
export type ViewGroup = z.infer<typeof ViewGroup>

/** What is kept of a way to look at a table. */
const KeptView = z.object({
  name: z.string(),
  filter: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: "The value of SVAR's filter, as it was given." }),
  sort: z.array(z.object({ column: z.string(), descending: z.boolean() })).meta({
    description: 'The first column counts most; without any the rows are in their order.',
  }),
  columns: z
    .array(z.string())
    .nullable()
    .meta({ description: 'The columns that are shown, in this order; `null` for all.' }),
  widths: z.record(z.string(), z.int().min(20).max(2000)).meta({
    description:
      'How wide columns are, in pixels; the others are as wide as whoever shows them thinks.',
  }),
  frozen: z
    .string()
    .nullable()
    .meta({ description: 'The last of the columns that stay in sight; `null` for none.' }),
  group: ViewGroup.nullable(),
  subgroups: z
    .array(ViewGroup)
    .max(maxSubgroups)
    .meta({ description: 'By what the rows of each group stand in groups again, level by level.' }),
  totals: z
    .record(z.string(), Total)
    .meta({ description: 'What is shown of all values of a column: `{"votes": "sum"}`.' }),
})
export type KeptView = z.infer<typeof KeptView>

/** A way to look at a table, kept under a name. */
export const View = KeptView.extend({
  own: z.boolean().meta({
    description: 'It belongs to whoever asks: nobody else sees it, changes it or deletes it.',
  }),
}).meta({ id: 'View', description: 'A way to look at a table, kept under a name.' })
export type View = z.infer<typeof View>

const NewGroup = z.strictObject({
  column: z.string(),
  unit: ViewGroup.shape.unit.default(null),
})

export const NewView = z
  .strictObject({
    name: FreeName.refine((name) => name !== '.' && name !== '..', 'no address has this name'),
    filter: View.shape.filter.default(null),
    sort: z
      .array(z.strictObject({ column: z.string(), descending: z.boolean().default(false) }))
      .max(8)
      .default([]),
    columns: z.array(z.string()).min(1).max(500).nullable().default(null),
    widths: View.shape.widths.default({}),
    frozen: View.shape.frozen.default(null),
    group: NewGroup.nullable().default(null),
    subgroups: z.array(NewGroup).max(maxSubgroups).default([]),
    totals: View.shape.totals.default({}),
    own: View.shape.own.default(false),
  })
  .meta({ id: 'NewView', description: 'A view to keep.' })
export type NewView = z.infer<typeof NewView>

const SvarOption = z.object({ id: z.union([z.string(), z.number()]), label: z.string() })

/** What SVAR's grid and filters take as they are. */
export const SvarTable = z
  .object({
    columns: z
      .array(
        z.object({
          id: z.string(),
          header: z.string(),
          width: z.number(),
          sort: z.boolean(),
          resize: z.boolean(),
          editor: z.enum(['text', 'richselect', 'multiselect', 'datepicker']).optional(),
          options: z.array(SvarOption).optional(),
        }),
      )
      .meta({ description: 'The `columns` of the grid.' }),
    fields: z
      .array(
        z.object({
          id: z.string(),
          label: z.string(),
          type: z.enum(['text', 'number', 'date', 'tuple']),
        }),
      )
      .meta({ description: 'The `fields` of the filters.' }),
    options: z
      .record(z.string(), z.array(z.union([z.string(), z.number(), z.boolean()])))
      .meta({ description: 'The `options` of the filters: the closed lists, by field.' }),
  })
  .meta({ id: 'SvarTable', description: 'What the SVAR grid and filters take as they are.' })
export type SvarTable = z.infer<typeof SvarTable>

const ReadOrWrite = z.enum(['read', 'write'])

/** So that nothing is offered that would be refused. */
export const TableAccess = z
  .object({
    rows: ReadOrWrite.meta({
      description: 'Whether rows may be added, moved and deleted, and views saved.',
    }),
    definition: ReadOrWrite.meta({
      description: 'Whether the table may be changed, renamed and deleted.',
    }),
    readOnly: z
      .array(z.string())
      .meta({ description: 'The columns whose cells may not be written.' }),
  })
  .meta({ id: 'TableAccess', description: 'What rules leave of a table to whoever asks.' })
export type TableAccess = z.infer<typeof TableAccess>

export const TableDescription = Table.extend({
  views: z.array(View),
  svar: SvarTable,
  access: TableAccess.optional().meta({
    description: 'Where rules keep something back from whoever asks; their role may allow less.',
  }),
}).meta({
  id: 'TableDescription',
  description: 'A table, its views, and the same in the words of the SVAR widgets.',
})
export type TableDescription = z.infer<typeof TableDescription>

export const TableReference = z
  .object({ name: z.string() })
  .meta({ id: 'TableReference', description: 'The name of what was deleted.' })

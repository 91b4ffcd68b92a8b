import type { CellValue, ColumnType } from '@triptych/contract/tables'

/** A column as `POST /tables` takes it. */
export interface NewColumn {
  name: string
  type: ColumnType
  nullable?: boolean
  unique?: boolean
  default?: CellValue
  options?: (string | number)[]
  formula?: string
}

export interface Value {
  /** What the page has in its store after the user chose it. */
  given: unknown
  /** What an editor leaves in the store, where that is something else. */
  edited: unknown
  /** What the server answers. */
  stored: CellValue
}

export interface Kind {
  name: string
  column: NewColumn
  /** All different, so that they fit into a unique column. */
  values: [...Three, ...Value[]]
}

type Three = [Value, Value, Value]

function same(stored: CellValue): Value {
  return { given: stored, edited: stored, stored }
}

function typed(text: string, stored: CellValue): Value {
  return { given: text, edited: text, stored }
}

function json(stored: CellValue): Value {
  return { given: stored, edited: JSON.stringify(stored), stored }
}

function day(year: number, month: number, date: number, stored: string): Value {
  const given = new Date(year, month - 1, date)
  return { given, edited: given, stored }
}

function instant(stored: string): Value {
  const given = new Date(stored)
  return { given, edited: given, stored }
}

const texts: Three = [
  same('plain'),
  same('Größe "8½" \\ \'漢字\' 🙂'),
  same(' two\nlines,\tand spaces '),
]
const integers: Three = [same(1), same(0), typed('12', 12)]
const days: Three = [
  day(2026, 4, 5, '2026-04-05'),
  day(2024, 2, 29, '2024-02-29'),
  typed('2026-07-01', '2026-07-01'),
]
const instants: Three = [
  instant('2026-04-05T08:30:15.000Z'),
  instant('1969-12-31T23:59:59.000Z'),
  typed('2026-04-05T10:00:00.000Z', '2026-04-05T10:00:00.000Z'),
]

/** Every type of column, alone and with everything a column can be told. */
export const kinds: Kind[] = [
  {
    name: 'text',
    column: { name: 'cell', type: 'text' },
    values: [
      ...texts,
      same('null'),
      same('[object Object]'),
      same('0'),
      { given: 5, edited: 5, stored: '5' },
    ],
  },
  {
    name: 'integer',
    column: { name: 'cell', type: 'integer' },
    values: [...integers, same(-7), same(2 ** 53 - 1), same(-(2 ** 53 - 1))],
  },
  {
    name: 'number',
    column: { name: 'cell', type: 'number' },
    values: [same(0.1), same(-2.5e-7), same(0), same(5e-324), same(1e21), typed('2.75', 2.75)],
  },
  {
    name: 'boolean',
    column: { name: 'cell', type: 'boolean' },
    values: [same(true), same(false), typed('true', true)],
  },
  {
    name: 'date',
    column: { name: 'cell', type: 'date' },
    values: [...days, day(1999, 12, 31, '1999-12-31')],
  },
  { name: 'datetime', column: { name: 'cell', type: 'datetime' }, values: instants },
  {
    name: 'json',
    column: { name: 'cell', type: 'json' },
    values: [
      json({ b: [1, { a: null }], a: 'ä' }),
      json([]),
      json({}),
      json([1, 'two', [3]]),
      json(7),
      json(false),
    ],
  },
  {
    name: 'text with options',
    column: { name: 'cell', type: 'text', options: ['open', 'on hold', 'done'] },
    values: [same('open'), same('done'), same('on hold')],
  },
  {
    name: 'integer with options',
    column: { name: 'cell', type: 'integer', options: [0, 1, 2] },
    values: [same(1), same(0), same(2)],
  },
  {
    name: 'number with options',
    column: { name: 'cell', type: 'number', options: [0.5, 1, 1.5] },
    values: [same(0.5), same(1.5), same(1)],
  },
  {
    name: 'json with text options',
    column: { name: 'cell', type: 'json', options: ['red', 'green', 'blue'] },
    values: [same(['red']), same(['blue', 'green']), same(['red', 'green', 'blue'])],
  },
  {
    name: 'json with number options',
    column: { name: 'cell', type: 'json', options: [1, 2, 30] },
    values: [same([2]), same([1, 30]), same([30, 2, 1])],
  },
  {
    name: 'text, not nullable with a default',
    column: { name: 'cell', type: 'text', nullable: false, default: 'untitled' },
    values: texts,
  },
  {
    name: 'integer, not nullable with a default',
    column: { name: 'cell', type: 'integer', nullable: false, default: 42 },
    values: integers,
  },
  {
    name: 'number, not nullable with a default',
    column: { name: 'cell', type: 'number', nullable: false, default: 0.5 },
    values: [same(1.5), same(0), same(-0.25)],
  },
  {
    name: 'boolean, not nullable with a default',
    column: { name: 'cell', type: 'boolean', nullable: false, default: false },
    values: [same(true), same(false), typed('true', true)],
  },
  {
    name: 'date, not nullable with a default',
    column: { name: 'cell', type: 'date', nullable: false, default: '2026-01-01' },
    values: days,
  },
  {
    name: 'datetime, not nullable with a default',
    column: {
      name: 'cell',
      type: 'datetime',
      nullable: false,
      default: '2026-01-01T00:00:00.000Z',
    },
    values: instants,
  },
  {
    name: 'json, not nullable with a default',
    column: { name: 'cell', type: 'json', nullable: false, default: { a: [] } },
    values: [json([1]), json({ b: 1 }), json([])],
  },
  {
    name: 'text with options, not nullable with a default',
    column: {
      name: 'cell',
      type: 'text',
      nullable: false,
      default: 'open',
      options: ['open', 'done', 'on hold'],
    },
    values: [same('open'), same('done'), same('on hold')],
  },
  { name: 'unique text', column: { name: 'cell', type: 'text', unique: true }, values: texts },
  {
    name: 'unique integer',
    column: { name: 'cell', type: 'integer', unique: true },
    values: integers,
  },
  {
    name: 'unique number',
    column: { name: 'cell', type: 'number', unique: true },
    values: [same(0.1), same(0.2), same(0)],
  },
  { name: 'unique date', column: { name: 'cell', type: 'date', unique: true }, values: days },
  {
    name: 'unique datetime',
    column: { name: 'cell', type: 'datetime', unique: true },
    values: instants,
  },
]

/** One table with a column of every type, for what concerns whole rows. */
export const allColumns: NewColumn[] = [
  { name: 'name', type: 'text' },
  { name: 'year', type: 'integer' },
  { name: 'score', type: 'number' },
  { name: 'seen', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'at', type: 'datetime' },
  { name: 'extra', type: 'json' },
  { name: 'state', type: 'text', options: ['open', 'done'] },
  { name: 'tags', type: 'json', options: ['red', 'green', 'blue'] },
  { name: 'title', type: 'text', nullable: false, default: 'untitled' },
  { name: 'count', type: 'integer', nullable: false, default: 0 },
  { name: 'code', type: 'text', unique: true },
]

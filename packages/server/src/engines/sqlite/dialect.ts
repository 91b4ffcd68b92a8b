import type { Column, ColumnType } from '@triptych/contract/tables'
import { inLastWeek, wideSigns } from '../sql/core/dialect.ts'
import type { CellReading, Dialect } from '../sql/core/dialect.ts'
import { identifier, join, sql } from '../sql/core/sql.ts'
import type { Sql } from '../sql/core/sql.ts'
import { decimalSum } from './decimal-sum.ts'
import { numberJson, numberText } from './number-sql.ts'

/**
 * SQLite's own functions do the same with plain letters, and a call of ours costs more than all else in a row of short
 * texts. With longer ones it is quicker; and where a long part is looked for in a long text, `like` would take seconds
 * for one row, in which nobody could end it.
 */
const longestText = 500
const longestPart = 32
const sqliteCellReading: CellReading = {
  // For `is not null` SQLite would rather sort the whole table than read an index on the column.
  hasValue: (type, cell) =>
    ['integer', 'number', 'boolean'].includes(type) ? sql`${cell} >= -9e999` : sql`${cell} >= ''`,
  lowerText(type, cell) {
    if (type === 'integer' || type === 'date') return sql`cast(${cell} as text)`
    if (type === 'boolean') return sql`case ${cell} when 1 then 'true' when 0 then 'false' end`
    if (type === 'number') return numberText(cell)
    if (type === 'datetime') return sql`lower(${cell})`
    if (type === 'json') return sql`lower_text(json_text(${cell}))`
    return sql`case when ${isShortAndPlain(cell)} then lower(${cell}) else lower_text(${cell}) end`
  },
  number: (type, cell) => (type === 'json' ? sql`json_number(${cell})` : sql`text_number(${cell})`),
  jsonString: (cell) =>
    sql`case when json_type(${cell}) in ('text', 'array', 'object') then json_text(${cell}) end`,
  day: (type, cell, zone) =>
    hasWrittenDay(type, zone) ? sql`substr(${cell}, 1, 10)` : sql`local_day(${cell}, ${zone})`,
  month: (type, cell, zone) =>
    hasWrittenDay(type, zone)
      ? sql`(substr(${cell}, 1, 4) * 12 + substr(${cell}, 6, 2) - 1)`
      : // Every number of a function is a double.
        sql`cast(local_month(${cell}, ${zone}) as integer)`,
  contains(type, cell, part) {
    if (type === 'json') return sql`contains_text(json_text(${cell}), ${part})`
    if (type !== 'text') return sql`instr(${sqliteCellReading.lowerText(type, cell)}, ${part}) > 0`
    return textContains(cell, part, sql`contains_text(${cell}, ${part})`)
  },
  finds: (text, part) => textContains(text, part, sql`finds_text(${text}, ${part})`),
  beginsWith: (text, part) => sql`substr(${text}, 1, ${Array.from(part).length}) = ${part}`,
  endsWith: (text, part) => sql`substr(${text}, ${-Array.from(part).length}) = ${part}`,
  oneOf: (cell, values) =>
    sql`${cell} in (select value from temp.json_each(${JSON.stringify(values)}))`,
  has: (cell, which, values) => {
    const json = JSON.stringify(values)
    return which === 'any' ? sql`has_any(${cell}, ${json}) = 1` : sql`has_all(${cell}, ${json}) = 1`
  },
  rank: (type, cell, options) =>
    type === 'json'
      ? sql`ranks_of(${cell}, ${JSON.stringify(options)})`
      : // Every number of a function is a double.
        sql`cast(rank_of(${cell}, ${JSON.stringify(options)}) as integer)`,
}

/** `called` is the same by a function of ours. */
function textContains(text: Sql, part: string, called: Sql): Sql {
  if (part.length > longestPart) return called
  // Of letters from A to Z "like" knows both cases, and it makes no copy of the text.
  const pattern = `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`case when ${isShortAndPlain(text)} then ${text} like ${pattern} escape '\\'
    else ${called} end`
}

function isShortAndPlain(cell: Sql): Sql {
  return sql`octet_length(${cell}) <= ${longestText} and length(${cell}) = octet_length(${cell})`
}

const columnTypes: Record<ColumnType, Sql> = {
  text: sql`text`,
  integer: sql`integer`,
  number: sql`real`,
  boolean: sql`integer`,
  date: sql`text`,
  datetime: sql`text`,
  json: sql`text`,
}

/** SQLite's own table-valued functions are named with `temp.`: a table of ours may have their name. */
export const sqliteDialect: Dialect = {
  columnType: (type) => columnTypes[type],
  tableOptions: sql`strict`,

  rowJson: (columns) =>
    object([
      sql`'id', "id"`,
      ...columns.map((column) => sql`${literal(column.name)}, ${cellJson(column)}`),
    ]),

  object: (members) =>
    object(Object.entries(members).map(([name, value]) => sql`${literal(name)}, ${value}`)),

  arrayBytes: (piece) => joinedBytes(piece, { before: '[', between: ',', after: ']' }),
  joinedBytes,
  numberArray: (number) => sql`json_group_array(${number})`,
  sortedIds: {
    keep: (rows) => sql`create temp table _sorted as select "id" ${rows}`,
    page: (from, limit) =>
      sql`select json_group_array(id) from (
            select id from temp._sorted where rowid > ${from} order by rowid limit ${limit})`,
    drop: sql`drop table if exists temp._sorted`,
  },
  idList: (json) =>
    sql`(select value as "$id", key as "$position" from temp.json_each(${json})) as list`,
  textList: (json) =>
    sql`(select value ->> 0 as "$id", value ->> 1 as "$text" from temp.json_each(${json})) as list`,
  drawnList: (json) =>
    sql`(select value ->> 0 as "$id", value ->> 1 as "$start", value ->> 2 as "$end",
           value ->> 3 as "$duration", value ->> 4 as "$progress", value ->> 5 as "$version"
         from temp.json_each(${json})) as list`,
  joinFromLeft: sql`cross join`,
  // A call of ours for every row would cost as much as all the rest, and random() too; each step of this counts as well,
  // as it is taken for every row. Ids that are all the same in their lowest bits are met by a prime.
  stillWanted: sql`("id" % 251 <> 0 or still_wanted())`,
  // A term that is no column is in no index.
  unindexed: (order) => sql`+'', ${order}`,
  literal,
  cellText(column) {
    const cell = sql`${identifier(column.name)}`
    if (column.type === 'boolean')
      return sql`case ${cell} when 1 then 'true' when 0 then 'false' end`
    return column.type === 'number' ? numberText(cell) : cell
  },
  sum,
  average: (type, number) => sql`${sum(type, number)} / count(${number})`,
  numberText,
  mondayOf: (day) => sql`date(${inLastWeek(day)}, 'weekday 0', '-6 days')`,
  hasOneOf: (piece, characters) =>
    Array.from(characters)
      .map((one) => sql`instr(${piece}, ${literal(one)}) > 0`)
      .reduce((one, other) => sql`${one} or ${other}`),
  // What sorts behind @ is no sign of a formula, and what sorts before : and from 0 on is a digit.
  beginsPlainly: (piece) =>
    sql`((${piece} >= 'A' and ${piece} < ${literal(wideSigns)}) or (${piece} >= '0' and ${piece} < ':'))`,
  // A hyphen between others would be a range.
  beginsWithOneOf: (piece, characters) =>
    sql`${piece} glob ${literal(`[${characters.replace('-', '')}-]*`)}`,
  quoted: (piece) => sql`json_quote(${piece})`,
  includes: (piece, part) => sql`instr(${piece}, ${part}) > 0`,
  indexed: (column) => column,
  parentIn: (piece) => sql`cast(json_extract(${piece}, '$.parent') as text)`,
  besideIn: (piece, member) => sql`${piece} -> ${{ text: `'$.${member}'`, values: [] }}`,
  numberIn(piece, member) {
    const path = literal(`$.${member}`)
    return sql`case when json_type(${piece}, ${path}) in ('integer', 'real')
      then json_extract(${piece}, ${path}) end`
  },
  json: (piece) => sql`json(${piece})`,
  // It always counts on from the highest number.
  countOn: () => null,
  countBehind: (table, _column, number) =>
    sql`update sqlite_sequence set seq = max(seq, ${number}) where name = ${table}`,
  // It goes by its indexes alone.
  survey: () => null,
  leaveUnsurveyed: () => null,
  cells: sqliteCellReading,
  indexColumns: (table) =>
    sql`select l.name, l."unique", c.name
        from temp.pragma_index_list(${table}) as l, temp.pragma_index_info(l.name) as c
        order by l.name, c.seqno`,
}

function object(members: Sql[]): Sql {
  return sql`json_object(${join(members, ', ')})`
}

function joinedBytes(
  piece: Sql,
  { before, between, after }: { before: string; between: string; after: string },
): Sql {
  const all = sql`coalesce(group_concat(${piece}, ${literal(between)}), '')`
  return sql`cast(${literal(before)} || ${all} || ${literal(after)} as blob)`
}

function literal(value: string): Sql {
  return { text: `'${value.replaceAll("'", "''")}'`, values: [] }
}

function cellJson(column: Column): Sql {
  const cell = sql`${identifier(column.name)}`
  if (column.type === 'json') return sql`json(${cell})`
  if (column.type === 'boolean')
    return sql`json(case ${cell} when 1 then 'true' when 0 then 'false' end)`
  return column.type === 'number' ? numberJson(cell) : cell
}

function sum(type: ColumnType, number: Sql): Sql {
  if (type === 'number') return decimalSum(number)
  // Beyond 2^63 `sum` of integers would fail.
  return sql`case when count(${number}) > 0 then total(${number}) end`
}

/** Whether the day stands in the text as it is. */
function hasWrittenDay(type: 'date' | 'datetime', zone: string): boolean {
  return type === 'date' || zone === 'UTC'
}

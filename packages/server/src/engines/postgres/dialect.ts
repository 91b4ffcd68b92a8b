import type { Column, ColumnType } from '@triptych/contract/tables'
import { inLastWeek, wideSigns } from '../sql/core/dialect.ts'
import type { CellReading, Dialect } from '../sql/core/dialect.ts'
import { identifier, join, sql } from '../sql/core/sql.ts'
import type { Sql } from '../sql/core/sql.ts'
import { rankDigits } from '../sql/tables/rank.ts'

/** With what migrations/007-functions.sql and `lower_text` in migrate.ts bring. */
const postgresCellReading: CellReading = {
  hasValue: (_, cell) => sql`${cell} is not null`,
  lowerText(type, cell) {
    if (type === 'integer') return sql`(${cell})::pg_catalog.text`
    if (type === 'date') return cell
    if (type === 'boolean') return sql`case ${cell} when 1 then 'true' when 0 then 'false' end`
    if (type === 'number') return sql`number_text(${cell})`
    if (type === 'datetime') return sql`lower(${cell} collate "C")`
    if (type === 'json') return sql`lower_text(json_text(${cell}))`
    return sql`case when length(${cell}) = octet_length(${cell}) then lower(${cell} collate "C")
      else lower_text(${cell}) end`
  },
  number: (type, cell) => (type === 'json' ? sql`json_number(${cell})` : sql`text_number(${cell})`),
  jsonString: (cell) =>
    sql`case when json_typeof((${cell})::pg_catalog.json) in ('string', 'array', 'object')
      then json_text(${cell}) end`,
  day: (type, cell, zone) =>
    hasWrittenDay(type, zone) ? sql`substr(${cell}, 1, 10)` : sql`local_day(${cell}, ${zone})`,
  month: (type, cell, zone) =>
    hasWrittenDay(type, zone)
      ? sql`(substr(${cell}, 1, 4)::bigint * 12 + substr(${cell}, 6, 2)::bigint - 1)`
      : sql`local_month(${cell}, ${zone})`,
  contains: (type, cell, part) =>
    sql`strpos(${postgresCellReading.lowerText(type, cell)}, ${part}) > 0`,
  finds: (text, part) =>
    sql`strpos(case when length(${text}) = octet_length(${text}) then lower(${text} collate "C")
      else plain_letters(lower_text(${text})) end, ${part}) > 0`,
  beginsWith: (text, part) => sql`starts_with(${text}, ${part})`,
  endsWith: (text, part) => sql`right(${text}, ${Array.from(part).length}::integer) = ${part}`,
  oneOf: (cell, values) =>
    sql`${cell} = any (array(select one::${typeOf(values)}
      from json_array_elements_text(${JSON.stringify(values)}::pg_catalog.json) as list (one)))`,
  has(cell, which, values) {
    const [held, wanted] = [sql`(${cell})::${jsonb}`, sql`${JSON.stringify(values)}::${jsonb}`]
    if (which === 'all') return sql`${held} @> ${wanted}`
    return sql`${held} @> any (array(select jsonb_build_array(one)
      from jsonb_array_elements(${wanted}) as list (one)))`
  },
  rank(type, cell, options) {
    const beyond = options.length + 1
    const listed = JSON.stringify(options)
    if (type !== 'json') {
      const known = sql`array(select one::${columnTypes[type]} from
        json_array_elements_text(${listed}::pg_catalog.json) with ordinality as list (one, at) order by at)`
      return sql`case when ${cell} is not null then
        coalesce(array_position(${known}, ${cell}), ${beyond}::integer) end`
    }
    const known = sql`array(select one from
      jsonb_array_elements(${listed}::${jsonb}) with ordinality as list (one, at) order by at)`
    return sql`case when ${cell} is not null then coalesce((
      select string_agg(lpad(coalesce(array_position(${known}, one), ${beyond}::integer)::${text},
        ${rankDigits}::integer, '0'), '' order by at)
      from jsonb_array_elements(case json_typeof((${cell})::pg_catalog.json)
        when 'array' then (${cell})::${jsonb} else '[]' end) with ordinality as list (one, at)), '')
      end collate "C"`
  },
}

const jsonb = sql`pg_catalog.jsonb`
const text = sql`pg_catalog.text`
// By the bytes, as everywhere: the order of a language changes with the version of a library.
const plainText = sql`pg_catalog.text collate "C"`

const columnTypes: Record<ColumnType, Sql> = {
  text: plainText,
  integer: sql`bigint`,
  number: sql`double precision`,
  boolean: sql`smallint`,
  date: plainText,
  datetime: plainText,
  json: plainText,
}

/** Types have names that no table of a user can take for itself: each table is a type as well. */
export const postgresDialect: Dialect = {
  columnType: (type) => columnTypes[type],
  tableOptions: sql``,

  rowJson: (columns) =>
    objectOf([
      ['id', sql`"id"`],
      ...columns.map((column): [string, Sql] => [column.name, cellJson(column)]),
    ]),
  object: (members) =>
    objectOf(
      Object.entries(members).map(([name, value]) => [
        name,
        orNull(sql`to_json(${value})::${text}`),
      ]),
    ),
  parentIn: (piece) => sql`substring(${piece} from '^\\{"id":\\d+,"parent":(\\d+)')`,
  besideIn: (piece, member) => sql`substring(${piece} from ${besidePatterns[member]})`,
  numberIn(piece, member) {
    const value = sql`(${piece})::pg_catalog.json -> ${literal(member)}`
    return sql`case when json_typeof(${value}) = 'number'
      then (${value})::${text}::double precision end`
  },
  json: (piece) => sql`(${piece})::pg_catalog.json`,

  arrayBytes: (piece) => joinedBytes(piece, { before: '[', between: ',', after: ']' }),
  joinedBytes,
  numberArray: (number) => sql`coalesce('[' || string_agg((${number})::${text}, ',') || ']', '[]')`,
  sortedIds: {
    // In parcels, so that a page of a million ids is found without an index.
    keep: (rows) =>
      sql`create temporary table _sorted on commit drop as
          select ("$position" - 1) / 1000 as parcel, array_agg("$id" order by "$position") as ids
          from (select "id" as "$id", row_number() over () as "$position"
            from (select "id" ${rows}) as rows) as numbered group by 1`,
    page: (from, limit) =>
      sql`select coalesce('[' || string_agg(id::${text}, ',' order by place) || ']', '[]') from (
            select id, parcel * 1000 + number as place
            from pg_temp._sorted cross join unnest(ids) with ordinality as list (id, number)
            where parcel >= ${from} / 1000 and parcel <= ${from + limit} / 1000
          ) as found where place > ${from} and place <= ${from + limit}`,
    drop: sql`drop table if exists pg_temp._sorted`,
  },
  idList: (json) =>
    sql`(select "$id", "$at" - 1 as "$position"
         from unnest(translate(${json}, '[]', '{}')::bigint[]) with ordinality as ids ("$id", "$at"))
        as list`,
  textList: (json) =>
    sql`(select (pair ->> 0)::bigint as "$id", pair ->> 1 as "$text"
         from json_array_elements(${json}::pg_catalog.json) as pairs (pair)) as list`,
  drawnList: (json) =>
    sql`(select (one ->> 0)::bigint as "$id", one ->> 1 as "$start", one ->> 2 as "$end",
           (one ->> 3)::double precision as "$duration", (one ->> 4)::double precision as "$progress",
           (one ->> 5)::bigint as "$version"
         from json_array_elements(${json}::pg_catalog.json) as ones (one)) as list`,
  joinFromLeft: sql`join`,
  // A limit on the time of a statement ends it.
  stillWanted: sql`true`,
  // It knows from its statistics when that is better.
  unindexed: (order) => order,
  literal,
  cellText(column) {
    const cell = sql`${identifier(column.name)}`
    if (column.type === 'boolean')
      return sql`case ${cell} when 1 then 'true' when 0 then 'false' end`
    return column.type === 'number' ? sql`number_text(${cell})` : sql`(${cell})::${text}`
  },
  numberText: (number) => sql`number_text(${number})`,
  sum,
  average: (type, number) => sql`${sum(type, number)} / count(${number})`,
  mondayOf,
  hasOneOf: (piece, characters) =>
    Array.from(characters)
      .map((one) => sql`strpos(${piece}, ${literal(one)}) > 0`)
      .reduce((one, other) => sql`${one} or ${other}`),
  beginsWithOneOf: (piece, characters) =>
    sql`substr(${piece}, 1, 1) in (${join(Array.from(characters).map(literal), ', ')})`,
  // What sorts behind @ is no sign of a formula, and what sorts before : and from 0 on is a digit.
  beginsPlainly: (piece) =>
    sql`((${piece} >= 'A' and ${piece} < ${literal(wideSigns)}) or (${piece} >= '0' and ${piece} < ':'))`,
  quoted: (piece) => sql`to_json(${piece})::${text}`,
  includes: (piece, part) => sql`strpos(${piece}, ${part}) > 0`,
  // Where empty cells come first, so that an index can be read for it.
  indexed: (column) => sql`${column} nulls first`,
  indexColumns: (table) =>
    sql`select i.relname, x.indisunique::integer, a.attname
        from pg_catalog.pg_index as x
        join pg_catalog.pg_class as c on c.oid = x.indrelid
        join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
        join pg_catalog.pg_class as i on i.oid = x.indexrelid
        cross join unnest(x.indkey::smallint[]) with ordinality as k (number, place)
        join pg_catalog.pg_attribute as a on a.attrelid = x.indrelid and a.attnum = k.number
        where n.nspname = current_schema() and c.relname = ${table} and not x.indisprimary
        order by i.relname, k.place`,
  countOn: (table, column) =>
    sql`select setval(pg_get_serial_sequence(${table}, ${column}),
          coalesce(max(${identifier(column)}), 0) + 1, false) from ${identifier(table)}`,
  countBehind: (table, column, number) =>
    sql`select setval(pg_get_serial_sequence(${table}, ${column}),
          greatest(${number}::bigint, nextval(pg_get_serial_sequence(${table}, ${column}))))`,
  // Without waiting: whoever has it locked is looking at it.
  survey: (table, columns) => {
    const names = [...new Set(columns)].map((name) => sql`${identifier(name)}`)
    return sql`analyze (skip_locked) ${table} (${join(names, ', ')})`
  },
  leaveUnsurveyed: (table) => sql`alter table ${table} set (autovacuum_enabled = false)`,
  cells: postgresCellReading,
}

/** No function takes more than a hundred values. */
const mostPieces = 50

/** Where these stand in what the log has of a comment, link or assignment. */
const besidePatterns = {
  of: sql`'^\\{"id":"[^"]*","of":("([^"\\\\]|\\\\.)*")'`,
  source: sql`'"id":\\d+,"source":(\\d+),"target":\\d+,"type":"'`,
  target: sql`'"id":\\d+,"source":\\d+,"target":(\\d+),"type":"'`,
  task: sql`'"id":\\d+,"task":(\\d+),"resource":\\d+,"units":'`,
}

function objectOf(members: readonly [name: string, json: Sql][]): Sql {
  const parts = members.map(([name, json], index) => {
    const before = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
    return sql`${literal(before)}, ${json}`
  })
  const groups: Sql[] = []
  for (let at = 0; at < parts.length; at += mostPieces / 2) {
    groups.push(sql`concat(${join(parts.slice(at, at + mostPieces / 2), ', ')})`)
  }
  return groups.reduceRight((rest, group) => sql`${group} || ${rest}`, literal('}'))
}

function cellJson(column: Column): Sql {
  const cell = sql`${identifier(column.name)}`
  if (column.type === 'text') return orNull(sql`to_json(${cell})::${text}`)
  if (column.type === 'integer') return orNull(sql`${cell}::${text}`)
  if (column.type === 'number') return orNull(sql`number_text(${cell})`)
  if (column.type === 'json') return orNull(cell)
  if (column.type === 'boolean')
    return sql`case ${cell} when 1 then 'true' when 0 then 'false' else 'null' end`
  return orNull(sql`'"' || ${cell} || '"'`)
}

function orNull(json: Sql): Sql {
  return sql`coalesce(${json}, 'null')`
}

/** There is no year 0 here: of that one day of it can come, a Sunday, where clocks are behind. */
function mondayOf(day: Sql): Sql {
  const monday = sql`date_trunc('week', (${inLastWeek(day)})::pg_catalog.date)`
  return sql`case when ${inLastWeek(day)} < '0001' then '0000-12-25'
    else to_char(${monday}, 'YYYY-MM-DD') end collate "C"`
}

/** What is varchar is handed over as bytes. */
function joinedBytes(
  piece: Sql,
  { before, between, after }: { before: string; between: string; after: string },
): Sql {
  const all = sql`coalesce(string_agg(${piece}, ${literal(between)}), '')`
  return sql`(${literal(before)} || ${all} || ${literal(after)})::character varying`
}

/** Exact, as if there were no end to the digits, and then the nearest number. */
function sum(type: ColumnType, number: Sql): Sql {
  if (type !== 'number') return sql`sum(${number})::double precision`
  // As text it is what JavaScript writes, but for large numbers, and far quicker.
  const digits = sql`case when abs(${number}) < 9e15 then (${number})::${text}
    else number_text(${number}) end`
  return sql`digits_number(sum((${digits})::numeric)::${text})`
}

function literal(value: string): Sql {
  return { text: `'${value.replaceAll("'", "''")}'`, values: [] }
}

function typeOf(values: readonly (string | number)[]): Sql {
  if (values.every((value) => Number.isSafeInteger(value))) return sql`bigint`
  const areNumbers = values.every((value) => typeof value === 'number')
  return areNumbers ? sql`double precision` : sql`pg_catalog.text`
}

/** Whether the day stands in the text as it is. */
function hasWrittenDay(type: 'date' | 'datetime', zone: string): boolean {
  return type === 'date' || zone === 'UTC'
}

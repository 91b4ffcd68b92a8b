import type { CellReading } from '../sql/cell-reading.ts'
import { sql } from '../sql/sql.ts'
import type { Sql } from '../sql/sql.ts'

/** With what migrations/005-functions.sql and lower-text.ts bring. */
export const postgresCellReading: CellReading = {
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
  beginsWith: (text, part) => sql`starts_with(${text}, ${part})`,
  endsWith: (text, part) => sql`right(${text}, ${Array.from(part).length}::integer) = ${part}`,
  oneOf: (cell, values) =>
    sql`${cell} = any (array(select one::${typeOf(values)}
      from json_array_elements_text(${JSON.stringify(values)}::pg_catalog.json) as list (one)))`,
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

import type { CellReading } from '../sql/cell-reading.ts'
import { sql } from '../sql/sql.ts'
import { numberText } from './number-sql.ts'

/** SQLite refuses patterns that are too long. */
const longestPattern = 1000

// SQLite's own functions where they do the same: a call of ours costs more than all else in a row.
export const sqliteCellReading: CellReading = {
  // For `is not null` SQLite would rather sort the whole table than read an index on the column.
  hasValue: (type, cell) =>
    ['integer', 'number', 'boolean'].includes(type) ? sql`${cell} >= -9e999` : sql`${cell} >= ''`,
  lowerText(type, cell) {
    if (type === 'integer' || type === 'date') return sql`cast(${cell} as text)`
    if (type === 'boolean') return sql`case ${cell} when 1 then 'true' when 0 then 'false' end`
    if (type === 'number') return numberText(cell)
    if (type === 'datetime') return sql`lower(${cell})`
    if (type === 'json') return sql`lower_text(json_text(${cell}))`
    return sql`case when length(${cell}) = octet_length(${cell}) then lower(${cell})
      else lower_text(${cell}) end`
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
    if (type !== 'text' || part.length > longestPattern) {
      return sql`instr(${sqliteCellReading.lowerText(type, cell)}, ${part}) > 0`
    }
    // Of letters from A to Z "like" knows both cases, and it makes no copy of the text.
    const pattern = `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    return sql`case when length(${cell}) = octet_length(${cell}) then ${cell} like ${pattern} escape '\\'
      else instr(lower_text(${cell}), ${part}) > 0 end`
  },
  beginsWith: (text, part) => sql`substr(${text}, 1, ${Array.from(part).length}) = ${part}`,
  endsWith: (text, part) => sql`substr(${text}, ${-Array.from(part).length}) = ${part}`,
  oneOf: (cell, values) =>
    sql`${cell} in (select value from temp.json_each(${JSON.stringify(values)}))`,
}

/** Whether the day stands in the text as it is. */
function hasWrittenDay(type: 'date' | 'datetime', zone: string): boolean {
  return type === 'date' || zone === 'UTC'
}

import type { Column } from '@triptych/contract/tables'
import type { RowForm } from '../../../ports/table-query.ts'
import { formulaSigns, splittingSigns } from '../../../codecs/csv/formula.ts'
import { csvCell } from '../../../codecs/csv/write-csv.ts'
import type { Dialect } from '../core/dialect.ts'
import { identifier, sql } from '../core/sql.ts'
import type { Sql } from '../core/sql.ts'

/** How rows of some columns are put together to a document. */
export interface RowText {
  /** An expression for one row. */
  item: Sql
  before: string
  between: string
  after: string
}

export function jsonText(item: Sql): RowText {
  return { item, before: '[', between: ',', after: ']' }
}

export function rowText(dialect: Dialect, columns: readonly Column[], form: RowForm): RowText {
  if (form === 'json') return jsonText(dialect.rowJson(columns))
  if (form === 'ndjson') {
    return lines(sql`${dialect.rowJson(columns)} || ${dialect.literal('\n')}`, '')
  }
  const delimiter = form === 'csv' ? ',' : '\t'
  const cells = [sql`"id"`, ...columns.map((column) => cellText(dialect, column, delimiter))]
  const names = ['id', ...columns.map(({ name }) => name)]
  const header = names.map((name) => csvCell(name, delimiter)).join(delimiter)
  const between = sql` || ${dialect.literal(delimiter)} || `
  const line = cells.reduce((one, other) => sql`${one}${between}${other}`)
  return lines(sql`${line} || ${dialect.literal('\r\n')}`, `${header}\r\n`)
}

function lines(item: Sql, before: string): RowText {
  return { item, before, between: '', after: '' }
}

function cellText(dialect: Dialect, column: Column, delimiter: string): Sql {
  const cell = sql`${identifier(column.name)}`
  if (column.type === 'text' || column.type === 'json') return textCell(dialect, cell, delimiter)
  return sql`coalesce(${dialect.cellText(column)}, '')`
}

/** What `csvCell` does, in the database. */
function textCell(dialect: Dialect, cell: Sql, delimiter: string): Sql {
  const start = sql`ltrim(ltrim(${cell}, ''''), ${dialect.literal(splittingSigns)})`
  const isFormula = dialect.beginsWithOneOf(start, formulaSigns)
  const isSpecial = sql`(${dialect.hasOneOf(cell, `"\r\n;${delimiter}`)})`
  const safe = sql`case when ${isFormula} then '''' || ${cell} else ${cell} end`
  // Most texts are like the first, and it is soon seen.
  return sql`case when ${dialect.beginsPlainly(cell)} and not ${isSpecial} then ${cell}
    when ${cell} is null then ''
    when ${cell} = '' or ${isFormula} or ${isSpecial}
    then '"' || replace(${safe}, '"', '""') || '"' else ${cell} end`
}

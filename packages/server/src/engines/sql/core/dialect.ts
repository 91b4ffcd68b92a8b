import type { Column, ColumnType } from '@triptych/contract/tables'
import { sql } from './sql.ts'
import type { Sql } from './sql.ts'

/** From here on there are signs that stand for others. */
export const wideSigns = '\uff00'

/** Where the databases differ; everything else in this folder is written once for all of them. */
export interface Dialect {
  columnType(type: ColumnType): Sql
  /** What stands behind the closing bracket of `create table`. */
  tableOptions: Sql
  /** An expression that makes the JSON object of a row: its id and its columns, in this order. */
  rowJson(columns: readonly Column[]): Sql
  /** An expression that makes a JSON object out of plain SQL expressions. */
  object(members: Record<string, Sql>): Sql
  /** An aggregate that makes a JSON array, as bytes, of JSON texts in the order of the rows. */
  arrayBytes(text: Sql): Sql
  /** An aggregate that makes one text, as bytes, of texts in the order of the rows. */
  joinedBytes(text: Sql, parts: { before: string; between: string; after: string }): Sql
  /** An aggregate that makes a JSON array of numbers in the order of the rows. */
  numberArray(number: Sql): Sql
  /** A table of the ids in a JSON array, for `from`: `list."$id"`, in the order of `list."$position"`. */
  idList(json: string): Sql
  /** The same of pairs of an id and a text: `list."$id"` and `list."$text"`. */
  textList(json: string): Sql
  /** The same for where tasks are drawn: `list` with `$id`, `$start`, `$end`, `$duration`, `$progress` and `$version`. */
  drawnList(json: string): Sql
  /** A join that looks at the rows of the left side first. */
  joinFromLeft: Sql
  /** Ids in an order that was costly to make, kept aside for the transaction. */
  sortedIds: {
    /** `rows` is `from … where … order by …`. */
    keep(rows: Sql): Sql
    /** A JSON array of those behind the first `from`. */
    page(from: number, limit: number): Sql
    drop: Sql
  }
  /** A condition that is always true, and where a statement ends that nobody waits for any more. */
  stillWanted: Sql
  /** What rows are ordered by, where no index is to be walked for it. */
  unindexed(order: Sql): Sql
  /** Text that stands in the statement itself, so that one prepared statement serves each time. */
  literal(text: string): Sql
  /** What a cell is as text that reads back as the same value; null stays null. Not for text and json. */
  cellText(column: Column): Sql
  /** Writes a number as JavaScript does. */
  numberText(number: Sql): Sql
  /** The sum and the mean of numbers as they are written, in decimals; null of none. */
  sum(type: ColumnType, number: Sql): Sql
  average(type: ColumnType, number: Sql): Sql
  /** The Monday of a day's week, both as `2026-04-05`. */
  mondayOf(day: Sql): Sql
  /** Conditions: a text has or begins with one of these characters. */
  hasOneOf(text: Sql, characters: string): Sql
  beginsWithOneOf(text: Sql, characters: string): Sql
  /** Another: it begins with a digit, a letter, or another sign that no formula begins with. */
  beginsPlainly(text: Sql): Sql
  /** An expression that writes a text as a JSON string. */
  quoted(text: Sql): Sql
  /** A condition: `part` occurs in the text, compared character by character. */
  includes(text: Sql, part: string): Sql
  /** A column in an index, so that rows come out of it sorted. */
  indexed(column: Sql): Sql
  /** The parent in the JSON text of a task, as text; an index is of this very expression. */
  parentIn(text: Sql): Sql
  /** What the JSON text of a comment, link or assignment says that it is at, as JSON; indexes are of these expressions. */
  besideIn(text: Sql, member: 'of' | 'source' | 'target' | 'task'): Sql
  /** The number that stands in a JSON object under a plain name; null where there is none. */
  numberIn(text: Sql, member: string): Sql
  /** Reads a stored JSON text as JSON inside an expression. */
  json(text: Sql): Sql
  /**
   * Selects the columns of all indexes of a table, in their order: the name of the index, 1 when it
   * is unique, and the name of the column.
   */
  indexColumns(table: string): Sql
  /** Goes on to count where rows that came from elsewhere have ended; `null` where that is so anyway. */
  countOn(table: string, column: string): Sql | null
  /** Goes on to count behind a number, where it is not there yet. */
  countBehind(table: string, column: string, number: number): Sql
  /** Has the planner look at a table, of which it may believe anything just after it was filled. */
  survey(table: Sql, columns: readonly string[]): Sql | null
  /** Keeps it from looking at a table by itself while that is filled: it would see no rows at all. */
  leaveUnsurveyed(table: Sql): Sql | null
  cells: CellReading
}

/** How a database reads cells as JavaScript would; an empty cell stays empty. */
export interface CellReading {
  /** A condition: the cell is not empty; an index can be read from where its values begin. */
  hasValue(type: ColumnType, cell: Sql): Sql
  /** The text JavaScript writes for a value, in lower case: exactly that of `toLowerCase()`. */
  lowerText(type: ColumnType, cell: Sql): Sql
  /** What `Number()` sees in a text or in JSON; null where it sees none. */
  number(type: 'text' | 'json', cell: Sql): Sql
  /** Of JSON: what it is as text; null for a number, true and false. */
  jsonString(cell: Sql): Sql
  /** The day as `2026-04-05`; that of an instant on the clocks of a zone. */
  day(type: 'date' | 'datetime', cell: Sql, zone: string): Sql
  /** Twelve times the year plus the month from 0 to 11. */
  month(type: 'date' | 'datetime', cell: Sql, zone: string): Sql
  /** A condition: `part`, in lower case, occurs in the lower case text of the cell. */
  contains(type: ColumnType, cell: Sql, part: string): Sql
  /** A condition: `part` occurs in the text, both as `plainText` writes them; `part` is so already. */
  finds(text: Sql, part: string): Sql
  /** A condition: the text begins with `part`. */
  beginsWith(text: Sql, part: string): Sql
  /** A condition: the text ends with `part`, which is not empty. */
  endsWith(text: Sql, part: string): Sql
  /** A condition: the cell has one of the values, which are one parameter. */
  oneOf(cell: Sql, values: readonly (string | number)[]): Sql
  /** A condition: the cell is a JSON list that has one of the values, or all of them. */
  has(cell: Sql, which: 'any' | 'all', values: readonly (string | number)[]): Sql
  /** Where the cell stands among the options of its column: as `rankIn` says it. */
  rank(type: ColumnType, cell: Sql, options: readonly (string | number)[]): Sql
}

/** Where clocks are ahead, one day more than databases know can come; it is in the same week as the last. */
export function inLastWeek(day: Sql): Sql {
  return sql`replace(${day}, '+010000-01-01', '9999-12-31')`
}

import type { CellValue } from '@triptych/contract/tables'

/** Which rows a query is about. A cell without a value passes only `noValue`, and what is under `not`. */
export type Condition =
  /** Of no conditions: every row. */
  | { kind: 'all'; of: readonly Condition[] }
  /** Of no conditions: no row. */
  | { kind: 'any'; of: readonly Condition[] }
  | { kind: 'not'; of: Condition }
  | { kind: 'hasValue'; column: string }
  | { kind: 'noValue'; column: string }
  /** Exactly this value; null: none. */
  | { kind: 'is'; column: string; value: CellValue }
  | { kind: 'compare'; cell: Cell; operator: Comparison; value: string | number | boolean }
  /** `text` is in lower case, and so is that of the cell, as JavaScript writes and lowers it. */
  | { kind: 'match'; cell: Cell; part: TextPart; text: string }
  /** Of a column of texts: `text` is in the cell, as a search sees both. It is written by `plainText` already. */
  | { kind: 'found'; column: string; text: string }
  /** Of a list in JSON: one of these is in it, or all of them are. */
  | { kind: 'has'; column: string; which: 'any' | 'all'; values: readonly (string | number)[] }
  | { kind: 'oneOf'; cell: Cell; values: readonly (string | number)[] }

export type Comparison = '<' | '<=' | '=' | '>=' | '>'
export type TextPart = 'whole' | 'start' | 'end' | 'anywhere'

/** A cell by its column, which is one of the table or `id`, and what is read in it. */
export type Cell =
  /** As it is stored; texts are compared by their code points. */
  | { column: string; read: 'value' }
  /** The number JavaScript sees in a text or in JSON; no value where it sees none. */
  | { column: string; read: 'number' }
  /** Of JSON: the text it is or, for a list or an object, is written as; no value for a number. */
  | { column: string; read: 'string' }
  /**
   * Of a date, or of an instant on the clocks of a zone: the day as `2026-04-05`, the month from 0
   * to 11, the year, and `yearMonth`, which is twelve times the year plus the month from 1 to 12.
   */
  | { column: string; read: DatePart; zone: string }

export type DatePart = 'day' | 'month' | 'year' | 'yearMonth'

/**
 * Rows in the order of these columns, and where those are equal in the order of the table. A cell
 * without a value comes before all others, when descending after them; false comes before true.
 */
export type Sort = readonly SortColumn[]

export interface SortColumn {
  /** One of the table or `id`. */
  column: string
  descending: boolean
}

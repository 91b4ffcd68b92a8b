import type { CountMode, Total } from './count-rows.ts'
import type { QueryInput } from './read-query.ts'

/** A page of a query, as it is asked for. */
export interface PageInput {
  table: string
  query: QueryInput
  /** The rows from `start` on, or those after a cursor. */
  from: { start: number } | { cursor: string }
  limit: number
  count: CountMode
  isKnown: (version: number | string) => boolean
}

/** As it is answered. */
export interface PageFound {
  /** Of the table as the page shows it. */
  version: number | string
  /** A JSON array; `null` when the client has it already. */
  json: Uint8Array<ArrayBuffer> | null
  /** `null` behind a cursor of a time since when the table has changed. */
  start: number | null
  count: number
  total: Total
  /** Leads to the rows after these, `null` when there are none. */
  next: string | null
}

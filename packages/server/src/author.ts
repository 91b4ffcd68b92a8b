import type { NewChange } from '@triptych/contract/changes'
import type { Principal } from './auth/principal.ts'
import type { Stores } from './ports/database.ts'

/** Who changes something, for the log. */
export interface Author {
  principal: Principal
  /** What the client calls itself, so that it can tell its own changes from others'. */
  origin: string | null
  /** From where the request came; `null` where there was none, or nobody knows. */
  address: string | null
  /** The same for all that one request changes, and for nothing else. */
  step: string
  now: () => Date
  /**
   * Of a request that may come again, and must then do nothing: told of each change it makes, in the
   * transaction of that change.
   */
  recordAnswer?: (stores: Stores, change: NewChange) => Promise<void>
}

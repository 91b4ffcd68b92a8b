import type { NewChange } from '@triptych/contract/changes'
import type { Principal } from './auth/principal.ts'
import type { Stores } from './ports/database.ts'

/** Who changes something, for the log. */
export interface Author extends Signature {
  principal: Principal
}

/** What the log says of whoever changes something. */
export interface Signature {
  principal: Pick<Principal, 'id' | 'name'>
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
  /** Where an operation of the drive is a part of more: done at its end, in its transaction, or it is not done at all. */
  complete?: (stores: Stores) => Promise<void>
}

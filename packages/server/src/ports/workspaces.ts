import type { Memo } from '../memo.ts'
import type { Database } from './database.ts'
import type { ObjectStore } from './object-store.ts'
import type { Storage } from './storage.ts'

/** One drive, one plan, one set of tables, one log: the unit of isolation and of backup. */
export interface Workspace {
  readonly name: string
  readonly database: Database
  /** Where the bytes of its files lie. */
  readonly storage: Storage | ObjectStore
}

export interface Workspaces {
  /** `null` when there is none of this name. The same object as long as it is open. */
  open(name: string): Promise<Workspace | null>
  /**
   * `null` when the name is taken. `fill` may put something into the new workspace before anybody
   * sees it. When the answer comes it is durable; until then there is nothing of it, not even
   * after a crash.
   */
  create(name: string, fill?: (made: Workspace) => Promise<void>): Promise<Workspace | null>
  /** For what goes on in all of them. */
  readonly memo: Memo
  /** In alphabetical order. */
  names(): Promise<string[]>
  close(): Promise<void>
}

/** Opens the storage of a workspace; `home` is a folder of its own, `null` where none is kept. */
export type OpenStorage = (parts: {
  name: string
  home: string | null
  database: Database
}) => Promise<Workspace['storage']>

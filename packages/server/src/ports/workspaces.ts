import type { Memo } from '../memo.ts'
import type { Database } from './database.ts'
import type { Drive } from './drive.ts'
import type { Volume } from './volume.ts'

/** One drive, one plan, one set of tables, one log: the unit of isolation and of backup. */
export interface Workspace {
  readonly name: string
  readonly database: Database
  /** Where its files lie. */
  readonly volume: Volume
}

export interface Workspaces {
  /**
   * `null` when there is none of this name. The same object as long as it is open: one that nobody has asked for in minutes
   * is closed, unless somebody holds it.
   */
  open(name: string): Promise<Workspace | null>
  /** Keeps it open until the answer is called. */
  hold(workspace: Workspace): () => void
  /** Told of each that is closed because nobody uses it, before that. */
  onClose(listener: (workspace: Workspace) => Promise<void>): void
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
  /** How people call them, by name; those without a title of their own are left out. */
  titles(): Promise<ReadonlyMap<string, string>>
  close(): Promise<void>
}

/** The drives of all workspaces that are open, each opened when it is first asked for. */
export interface Drives {
  of(workspace: Workspace): Promise<Drive>
  /** Stops what runs in the background. The workspace itself stays open. */
  close(workspace: Workspace): Promise<void>
  closeAll(): Promise<void>
}

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

export interface RemovedWorkspace {
  name: string
  title: string | null
  removedAt: Date
}

export interface Workspaces {
  /**
   * `null` when there is none of this name. The same object as long as it is open: one that nobody has asked for in minutes
   * is closed, unless somebody holds it.
   */
  open(name: string): Promise<Workspace | null>
  /** Keeps it open until the answer is called. `onLeave` asks to let it go at once: it is being removed. */
  hold(workspace: Workspace, onLeave?: () => void): () => void
  /** Told of each that is closed because nobody uses it, before that. */
  onClose(listener: (workspace: Workspace) => Promise<void>): void
  /** Told of each that is being removed, here or by another server, while others still have it. */
  onLeave(listener: (workspace: Workspace) => void): void
  /**
   * `null` when the name is taken, also by one that was removed. `fill` may put something into the new workspace before anybody
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
  /**
   * Puts it aside, with all that is in it. Nobody can open it from the moment this is called; those who have it are waited
   * for, and asked to let it go. `last` is done when nobody has it any more. `false`: there is none. Where somebody does not
   * let go, it is refused with `unavailable`, and the workspace is there as before.
   */
  remove(name: string, at: Date, last: (workspace: Workspace) => Promise<void>): Promise<boolean>
  /** Those that were put aside, in alphabetical order. */
  removed(): Promise<RemovedWorkspace[]>
  /** Puts it back; `false`: none of this name was removed. */
  restore(name: string): Promise<boolean>
  /** One that was put aside goes for good, with its files. `false`: there is none. */
  forget(name: string): Promise<boolean>
  close(): Promise<void>
}

/** The drives of all workspaces that are open, each opened when it is first asked for. */
export interface Drives {
  /** For how many days what was deleted can be brought back. */
  readonly trashDays: number
  of(workspace: Workspace): Promise<Drive>
  /** Stops what runs in the background. The workspace itself stays open. */
  close(workspace: Workspace): Promise<void>
  closeAll(): Promise<void>
}

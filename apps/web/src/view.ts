import type { Failure, Server } from 'triptych-client'
import type { Workspaces } from './workspaces.ts'
import type { WayBack } from './way-back.ts'

/** What each of the three views is given. */
export interface ViewProps {
  server: Server
  /** What stands in the address behind the name of the view, decoded: `['docs', 'plans']`. */
  path: readonly string[]
  query: URLSearchParams
  /** Writes the address, so that a reload or a shared link shows the same. */
  go: Go
  tell: (message: Message) => void
  /** For the `onError` of a connection: says what could not be saved, and why. */
  tellFailure: (failure: Failure) => void
  /** How that is called which is shown, for the title of the page; `null`: by the address. */
  setName: (name: string | null) => void
  isDark: boolean
  workspaces: Workspaces
  wayBack: WayBack
  showHistory: (of: HistoryOf) => void
  /** Tells the others where in the view somebody is; nothing for nowhere in particular. */
  standAt: (spot: string) => void
}

export interface HistoryOf {
  /** As the server names it: `tasks/5`, `films/7`, `files/docs/plan.txt`; without it, of all. */
  of?: string
  /** How it is called; nothing where it is all. */
  name: string
  /** Whether rules leave it to be changed by whoever looks; without a word they do. */
  mayChange?: boolean
}

export type Go = (
  path: readonly string[],
  query?: Record<string, string>,
  /** Whether the entry in the history is replaced. */
  options?: { replace?: boolean },
) => void

/** A toast: what happened, and what to do next. */
export interface Message {
  kind: 'error' | 'info'
  text: string
  /** A button in the toast: `Retry`, `Undo`. */
  action?: { label: string; run: () => void }
  /** Whether it offers to undo what was done last: when that is done by other means, it has nothing to offer. */
  isUndo?: boolean
  /** What it tells of is still going on: it stays until then, and says so. */
  until?: Promise<unknown>
}

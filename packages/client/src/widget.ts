import type { LoadState } from './first-load.ts'
import type { ServerError } from './server-error.ts'
import type { Server } from './server.ts'

export type Params = Record<string, unknown>

/** What the widgets of all three frameworks hand out as `api`, as far as it is used here. */
export interface WidgetApi {
  exec(action: string, params: object): Promise<unknown>
  on(action: string, handler: (event: never) => unknown, config?: object): void
  intercept(action: string, handler: (event: never) => unknown, config?: object): void
  detach(tag: string | symbol): void
  getState(): object
  setNext(next: NextLink): unknown
}

export interface NextLink {
  exec(action: string, event: Params): Promise<unknown>
  setNext(next: NextLink): NextLink
}

export interface ConnectOptions {
  server: Server
  /** Told of every change that could not be saved, after the widget shows the server's state again. */
  onError?: (failure: Failure) => void
  /** Told of every change that is saved. */
  onSaved?: (saved: Saved) => void
  /** Told how far the first load is. One that fails is tried again, if that can help. */
  onLoad?: (load: LoadState) => void
}

export interface Failure {
  /** What the person did: `update-task`, `upload-file` … */
  action: string
  error: ServerError
  /** The cells of a table that were not saved. */
  cells?: { id: string | number; columns: readonly string[] }
  /** The names of the tasks of a plan that it is about, as they were shown; of a link those at its ends. */
  tasks?: readonly string[]
}

export interface Saved {
  /** What the person did, as in a `Failure`. */
  action: string
  /** What it was done to, by the ids of the widget. */
  ids: readonly (string | number)[]
  /** How many rows it was done to, where they are known by their filter alone. */
  count?: number
  /** Of files that were moved or copied: the folder they went to. */
  target?: string
  /** `undoWrite` takes it back. What was done in one go has the same one, and is taken back together. */
  write: string
}

/** A widget that is wired to the server. */
export interface Connection {
  /** Resolves when it is shown for the first time; rejects with a `ServerError` when it cannot be read. */
  loaded: Promise<void>
  /** Shows what the server has. */
  reload(): Promise<void>
  /** Resolves when everything done so far is saved or refused. */
  settled(): Promise<void>
  /** Ends all that goes on for the widget but the writes that are not on the server yet. */
  stop(): void
}

export type Handlers = Record<string, ((event: Params) => unknown) | undefined>

/**
 * The end of a widget's chain of events: what the person did comes here after the widget has shown
 * it. Events that say `skipProvider` came from the server and go no further.
 */
export function endOfChain(handlers: Handlers): NextLink {
  let next: NextLink | null = null
  return {
    async exec(action, event) {
      if (!(event as Params | undefined)?.['skipProvider']) await handlers[action]?.(event)
      return next?.exec(action, event)
    },
    setNext: (link) => (next = link),
  }
}

import type { Person } from '@triptych/contract/people'

/** Where the servers of one workspace put down who is with them, for each other to see. */
export interface PresenceStore {
  /** Puts down who is with this server, in place of what stood there. Comes to pass soon, and never fails. */
  tell(guests: readonly PresentGuest[]): void
  /** Who is with the other servers; nobody where that cannot be found out. */
  others(): Promise<readonly PresentGuest[]>
  /**
   * Calls `listener` with them, at first and whenever that changes, until the returned function is
   * called. While it cannot be found out, it stays as it was.
   */
  watch(listener: (others: readonly PresentGuest[]) => void): () => void
  /**
   * The server stops: those who were with it are forgotten if they do not come to another one
   * within `timeoutMs`. Of a server that stops without a word the others know after a while.
   */
  close(): Promise<void>
}

/** The same person may stand there for several servers, or for one that they have just left. */
export interface PresentGuest extends Person {
  /** When they came to where they are. */
  came: string
}

/** Who comes back within this time has not been away: connections break, and pages are reloaded. */
export const timeoutMs = 2000

/** Who waits for an answer: a request, and nobody where the server asks itself. */
export interface Asker {
  /** The same for all requests of one client, so that none takes what is there for all. */
  client: string
  /** Aborted when nobody waits any more. */
  signal: AbortSignal
}

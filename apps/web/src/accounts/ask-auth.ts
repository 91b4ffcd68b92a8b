import type { Server, ServerError } from 'triptych-client'
import type { Entry } from '@triptych/contract/accounts'
import { askServer } from '../ask-server.ts'
import type { Method } from '../ask-server.ts'
import { pageAt } from '../workspaces.ts'

/** Asks what lies below `/auth`: it belongs to the server, not to a workspace. Rejects with a `ServerError`. */
export function askAuth<T>(method: Method, path: string, body?: unknown): Promise<T> {
  return askServer(method, pageAt(`auth${path}`), body)
}

export type AskAuth = typeof askAuth

/** The same for one who is in: waits for a login where that has ended. */
export function askAuthBy(server: Server): AskAuth {
  return (method, path, body) => server.afterLogin(() => askAuth(method, path, body))
}

/** As it is where the server asks nobody who they are. */
const open: Entry = {
  accounts: false,
  password: false,
  passkeys: false,
  mail: false,
  provider: null,
  you: { id: null, name: '', isOwner: true, by: 'open', places: [] },
}

const pauseMs = 1000

/** Asks until it is answered. `tell` hears why it was not, each time. */
export async function askEntry(tell: (error: ServerError) => void = () => {}): Promise<Entry> {
  for (;;) {
    try {
      return await askAuth<Entry>('GET', '')
    } catch (error) {
      // A server that knows nothing of accounts has none.
      if ((error as ServerError).status === 404) return open
      tell(error as ServerError)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

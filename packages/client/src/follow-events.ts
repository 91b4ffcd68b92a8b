import type { Change } from '@triptych/contract/changes'
import { followChanges } from './follow-changes.ts'
import type { Follow, Visitor } from './follow-changes.ts'

/** `lost`: the page still works, but neither sees nor saves changes until it is `live` again. */
export type Status = 'connecting' | 'live' | 'lost'

export interface EventOptions {
  address: (path: string) => string
  /** Go with every request. */
  headers: () => Record<string, string>
  /** Who we are, for the others. */
  self: () => readonly Visitor[]
  onChange: (change: Change) => void
  /** The log is not the one we know: everything has to be loaded anew. */
  onGap: () => void
  onStatus: (status: Status) => void
  onPeople: NonNullable<Follow['onPeople']>
}

/** The one stream of events of a page. */
export function followEvents(options: EventOptions) {
  const { address, headers, self, onChange, onGap, onStatus, onPeople } = options
  const stop = new AbortController()
  let renew: (() => void) | null = null
  const started = start()
  return {
    /** Resolves when no change from now on can be missed. */
    started,
    /** To be told again who we are, the server has to be asked again. */
    renew: () => renew?.(),
    close: () => stop.abort(),
  }

  async function start(): Promise<void> {
    onStatus('connecting')
    let since = await head()
    void follow()

    async function follow(): Promise<void> {
      while (!stop.signal.aborted) {
        const attempt = new AbortController()
        const end = () => attempt.abort()
        stop.signal.addEventListener('abort', end)
        await followChanges({
          url: address(''),
          since,
          headers,
          as: self,
          renew: (made) => (renew = made),
          signal: attempt.signal,
          onOpen: () => onStatus('live'),
          onChange,
          onPeople,
          onLost: ({ code }) => {
            onStatus('lost')
            // Another log than before: a backup was restored.
            if (code === 'changes.unknown_revision') end()
          },
        })
        stop.signal.removeEventListener('abort', end)
        if (stop.signal.aborted) return
        since = await head()
        onGap()
      }
    }
  }

  /** The newest revision; asked until it is answered. */
  async function head(): Promise<number> {
    for (;;) {
      try {
        const response = await fetch(address('changes?limit=0'), { headers: headers() })
        if (response.ok) return Number(response.headers.get('x-revision'))
      } catch {
        // As good as an answer that says no.
      }
      onStatus('lost')
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}

import type { Change } from '@triptych/contract/changes'
import { followChanges } from './follow-changes.ts'
import type { Follow, Visitor } from './follow-changes.ts'
import { pause } from './pause.ts'

/** `lost`: the page still works, but neither sees nor saves changes until it is `live` again. */
export type Status = 'connecting' | 'live' | 'lost'

export interface EventOptions {
  address: (path: string) => string
  /** Go with every request. */
  headers: () => Promise<Record<string, string>>
  /** Who follows, for the others. */
  visitors: () => readonly Visitor[]
  onChange: (change: Change) => void
  /** The log is not the one we know, or some of it was missed: everything has to be loaded anew. */
  onGap: (revision: number) => void
  onStatus: (status: Status) => void
  onPeople: NonNullable<Follow['onPeople']>
  /** Nobody is known here any more. Answers whether somebody will log in; `renew` says that they have. */
  onLoginNeeded: () => boolean
  /** Where to go on, for one who takes over from another. */
  since?: number
}

export interface Events {
  /** Resolves with a revision when no change behind it can be missed. */
  started: Promise<number>
  /** To be told again who we are, the server has to be asked again. Also ends the wait for the next attempt. */
  renew: () => void
  close: () => void
}

/** One stream of events. */
export function followEvents(options: EventOptions): Events {
  const { address, headers, visitors, onGap, onStatus, onPeople } = options
  const stop = new AbortController()
  let renew: (() => void) | null = null
  return {
    started: start(),
    renew: () => renew?.(),
    close: () => stop.abort(),
  }

  async function start(): Promise<number> {
    if (options.since === undefined) onStatus('connecting')
    const since = options.since ?? (await head())
    void follow(since)
    return since
  }

  async function follow(since: number): Promise<void> {
    while (!stop.signal.aborted) {
      let isLoginAwaited = false
      const attempt = new AbortController()
      const end = () => attempt.abort()
      stop.signal.addEventListener('abort', end)
      await followChanges({
        url: address(''),
        since,
        headers,
        as: visitors,
        renew: (made) => (renew = made),
        signal: attempt.signal,
        onOpen: () => onStatus('live'),
        onChange(change) {
          since = change.revision
          // It is about something that we saw, or see now, but may not be told.
          if (change.operation === 'reload') onGap(since)
          else options.onChange(change)
        },
        onReload: () => onGap(since),
        onPeople,
        onLost: ({ code, status }) => {
          onStatus('lost')
          isLoginAwaited = status === 401 && options.onLoginNeeded()
          if (isLoginAwaited) end()
          // Another log than before: a backup was restored.
          if (code === 'changes.unknown_revision') end()
        },
      })
      stop.signal.removeEventListener('abort', end)
      if (stop.signal.aborted) return
      if (isLoginAwaited) {
        await untilRenewed()
        continue
      }
      since = await head()
      if (!stop.signal.aborted) onGap(since)
    }
  }

  /** The newest revision; asked until it is answered. */
  async function head(): Promise<number> {
    while (!stop.signal.aborted) {
      let isLoginAwaited = false
      try {
        const response = await fetch(address('changes?limit=0'), {
          headers: await headers(),
          signal: stop.signal,
        })
        if (response.ok) return Number(response.headers.get('x-revision'))
        isLoginAwaited = response.status === 401 && options.onLoginNeeded()
      } catch {
        // As good as an answer that says no.
      }
      if (stop.signal.aborted) break
      onStatus('lost')
      await (isLoginAwaited ? untilRenewed() : pause(1000, stop.signal))
    }
    // Nobody waits any more.
    return new Promise(() => {})
  }
  function untilRenewed(): Promise<void> {
    return new Promise((resolve) => {
      renew = resolve
      stop.signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
}

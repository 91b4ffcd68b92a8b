import type { Asker } from '../asker.ts'
import { AppError } from '../errors.ts'

/** Places for some at a time, which nobody can take for himself alone. */
export interface Places {
  /** Answers when there is a place; to be called when it is given back. `null`: the server itself. */
  acquire: (asker: Asker | null) => Promise<() => void>
  /** A place that is free now, else `null`. */
  take: (asker: Asker | null) => (() => void) | null
  isWaitedFor: () => boolean
  /** Whoever waits is sent away. */
  close: () => void
}

export interface PlaceRules {
  all: number
  /** The most that one client has; three quarters of all, unless said. */
  each?: number
  mostWaiting: number
  /** Who has waited so long is sent away. */
  waitMs: number
  /** What they are told. */
  busy: string
}

interface Waiting {
  client: string
  start: (leave: () => void) => void
  refuse: (reason: unknown) => void
}

/**
 * A place that is given back goes to the one of those waiting who has fewest, and of these to the first. No client
 * has more than its part of them.
 */
export function places({ all, mostWaiting, waitMs, busy, ...rules }: PlaceRules): Places {
  const held = new Map<string, number>()
  const waiting = new Set<Waiting>()
  const each = rules.each ?? Math.max(1, Math.floor((all * 3) / 4))
  let taken = 0
  let isClosed = false

  function placesOf(client: string): number {
    return held.get(client) ?? 0
  }

  function mayHave(client: string): boolean {
    return taken < all && (client === itself || placesOf(client) < each)
  }

  function given(client: string): () => void {
    taken++
    held.set(client, placesOf(client) + 1)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      taken--
      const left = placesOf(client) - 1
      if (left > 0) held.set(client, left)
      else held.delete(client)
      startNext()
    }
  }

  function startNext(): void {
    const able = [...waiting].filter(({ client }) => mayHave(client))
    // The sort keeps those of equal claim in the order they came.
    const [next] = able.toSorted((a, b) => placesOf(a.client) - placesOf(b.client))
    if (!next) return
    waiting.delete(next)
    next.start(given(next.client))
    startNext()
  }

  function wait(asker: Asker | null): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => one.refuse(tooBusy(busy)), waitMs).unref()
      const leave = () => one.refuse(whyEnded(asker?.signal))
      function settle(): void {
        waiting.delete(one)
        clearTimeout(timer)
        asker?.signal.removeEventListener('abort', leave)
      }
      const one: Waiting = {
        client: clientOf(asker),
        start(given) {
          settle()
          resolve(given)
        },
        refuse(reason) {
          settle()
          reject(reason)
        },
      }
      asker?.signal.addEventListener('abort', leave)
      waiting.add(one)
    })
  }

  function take(asker: Asker | null): (() => void) | null {
    const client = clientOf(asker)
    const isFree = !isClosed && waiting.size === 0 && mayHave(client)
    return isFree ? given(client) : null
  }

  return {
    take,
    async acquire(asker) {
      if (isClosed) throw stopping()
      if (asker?.signal.aborted) throw whyEnded(asker.signal)
      const place = take(asker)
      if (place) return place
      if (waiting.size >= mostWaiting) throw tooBusy(busy)
      const waited = wait(asker)
      // Those who wait may all have as many as one can have.
      startNext()
      return waited
    },
    isWaitedFor: () => waiting.size > 0,
    close() {
      isClosed = true
      for (const { refuse } of waiting) refuse(stopping())
    },
  }
}

/** A client that leaves gives no reason of ours. */
export function whyEnded(signal: AbortSignal | null | undefined): AppError {
  if (signal?.reason instanceof AppError) return signal.reason
  return new AppError('unavailable', 'Nobody waits for the answer any more.')
}

function clientOf(asker: Asker | null): string {
  return asker?.client ?? itself
}

/** The server, which asks for all. */
const itself = ''

/** Seconds after which it is worth to ask again. */
const retryAfter = 5

function tooBusy(message: string): AppError {
  return new AppError('unavailable', message, { retryAfter })
}

function stopping(): AppError {
  return new AppError('unavailable', 'The server is stopping.')
}

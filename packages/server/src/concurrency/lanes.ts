import type { Asker } from '../asker.ts'
import { AppError } from '../errors.ts'
import { places, whyEnded } from './places.ts'

/** Runs what may take a moment or very long, and nobody knows before. */
export interface Lanes {
  /**
   * `work` may be run more than once: it ends soon after its signal is aborted, and is begun again if that was only
   * to make room.
   */
  run: <T>(
    asker: Asker | null,
    work: (signal: AbortSignal) => Promise<T>,
    lane?: Lane,
  ) => Promise<T>
  close: () => void
}

/** Where something begins: what is known to take long does so in the slow one. */
export type Lane = 'quick' | 'slow'

export interface LaneRules {
  /** How many run at once that have just begun, and how many that have shown to take long. */
  quick: number
  slow: number
  /** For all of it, waiting included. */
  limitMs?: number
  /** What takes longer is slow. */
  quickMs?: number
}

/**
 * What does not end soon in the quick lane goes over to the slow one; where that has no place, it is given up and waits
 * for one, so that whoever asks for little never waits for one who asks for much.
 */
export function lanes({ quick, slow, limitMs = 30_000, quickMs = 1000 }: LaneRules): Lanes {
  const quickLane = places({
    all: quick,
    mostWaiting: 1000,
    waitMs: limitMs / 3,
    busy: 'Too many ask at once; try again.',
  })
  const slowLane = places({
    all: slow,
    mostWaiting: 100,
    waitMs: (limitMs * 2) / 3,
    busy: 'Others ask for much just now; try again, or ask for less.',
  })

  /** Answers `null` where the place was given up for others. */
  async function begin<T>(
    asker: Asker,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ value: T } | null> {
    let leave = await quickLane.acquire(asker)
    const ending = new AbortController()
    const end = () => ending.abort(asker.signal.reason)
    asker.signal.addEventListener('abort', end)
    if (asker.signal.aborted) end()
    const timer = setInterval(() => {
      const place = slowLane.take(asker)
      if (place) {
        leave()
        leave = place
      } else if (quickLane.isWaitedFor()) {
        ending.abort(new Error('Somebody else has this place now.'))
      } else {
        return
      }
      clearInterval(timer)
    }, quickMs).unref()
    try {
      return { value: await work(ending.signal) }
    } catch (error) {
      asker.signal.throwIfAborted()
      if (!ending.signal.aborted) throw error
      return null
    } finally {
      clearInterval(timer)
      asker.signal.removeEventListener('abort', end)
      leave()
    }
  }

  async function inTurn<T>(
    asker: Asker,
    work: (signal: AbortSignal) => Promise<T>,
    lane: Lane,
  ): Promise<T> {
    const done = lane === 'quick' ? await begin(asker, work) : null
    if (done) return done.value
    const leave = await slowLane.acquire(asker)
    try {
      return await work(asker.signal)
    } catch (error) {
      asker.signal.throwIfAborted()
      throw error
    } finally {
      leave()
    }
  }

  return {
    async run(asker, work, lane = 'quick') {
      const ending = new AbortController()
      const leave = () => ending.abort(whyEnded(asker?.signal))
      const timer = setTimeout(() => ending.abort(tooLong()), limitMs).unref()
      asker?.signal.addEventListener('abort', leave)
      if (asker?.signal.aborted) leave()
      try {
        return await inTurn({ client: asker?.client ?? '', signal: ending.signal }, work, lane)
      } finally {
        clearTimeout(timer)
        asker?.signal.removeEventListener('abort', leave)
      }
    },
    close() {
      quickLane.close()
      slowLane.close()
    },
  }
}

function tooLong(): AppError {
  const message = 'This takes too long; ask for less, or give the table an index.'
  return new AppError('tables.query_too_large', message)
}

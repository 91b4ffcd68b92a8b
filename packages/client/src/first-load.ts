import { pause } from './pause.ts'
import { isPassing } from './server-error.ts'
import type { ServerError } from './server-error.ts'

/** How far the first load of a widget is. */
export type LoadState =
  | { state: 'loading' }
  | { state: 'shown' }
  /** It is tried again after `retryMs`, and has failed until it is shown; `null` where that would not help. */
  | { state: 'failed'; error: ServerError; retryMs: number | null }

export interface FirstLoadOptions {
  signal: AbortSignal
  onLoad?: ((load: LoadState) => void) | undefined
  /** Told of the first failure, and of one that stays. */
  onFailure?: (error: ServerError) => void
}

const pauseMs = { first: 1000, longest: 30_000 }

/** Loads until it is shown, less and less often. Rejects when the server says no, or `signal` ends it. */
export async function firstLoad(
  load: () => Promise<void>,
  { signal, onLoad, onFailure }: FirstLoadOptions,
): Promise<void> {
  onLoad?.({ state: 'loading' })
  for (let ms = pauseMs.first; ; ms = Math.min(2 * ms, pauseMs.longest)) {
    try {
      await load()
      if (!signal.aborted) onLoad?.({ state: 'shown' })
      return
    } catch (thrown) {
      if (signal.aborted) throw thrown
      const error = thrown as ServerError
      const retryMs = isPassing(error) || error.status >= 500 ? ms : null
      onLoad?.({ state: 'failed', error, retryMs })
      if (retryMs === null || ms === pauseMs.first) onFailure?.(error)
      if (retryMs === null) throw error
      await pause(retryMs, signal)
      if (signal.aborted) throw error
    }
  }
}

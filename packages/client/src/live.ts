import type { Change } from '@triptych/contract/changes'
import { firstLoad } from './first-load.ts'
import type { ServerError } from './server-error.ts'
import type { Server } from './server.ts'

export interface LiveState<T> {
  /** `undefined` until it is here for the first time. */
  data: T | undefined
  /** Why it could not be read. While it is tried again, `data` is what was here before. */
  error: ServerError | null
}

/** Something of the server that stays as it is there. It is a store of Svelte, too: `$films`. */
export interface Live<T> {
  /** Calls at once, and whenever it is another. Answers a function that ends it. */
  subscribe(listener: (state: LiveState<T>) => void): () => void
}

export interface LiveOptions<T> {
  /** Whether it may be another one after this change. */
  isAbout: (change: Change) => boolean
  read: (signal: AbortSignal) => Promise<T>
}

/** Changes come in bursts. */
const burstMs = 100

export function live<T>(server: Server, { isAbout, read }: LiveOptions<T>): Live<T> {
  return {
    subscribe(listener) {
      const over = new AbortController()
      const { signal } = over
      let state: LiveState<T> = { data: undefined, error: null }
      let unfollow: (() => void) | null = null
      let timer: ReturnType<typeof setTimeout> | undefined
      let [isReading, isStale] = [false, false]

      tell(state)
      void readAgain()
      return () => {
        over.abort()
        unfollow?.()
        clearTimeout(timer)
      }

      function tell(next: LiveState<T>): void {
        state = next
        listener(state)
      }

      function readSoon(): void {
        timer ??= setTimeout(() => {
          timer = undefined
          void readAgain()
        }, burstMs)
      }

      async function readAgain(): Promise<void> {
        isStale = true
        if (isReading) return
        isReading = true
        while (isStale && !signal.aborted) {
          isStale = false
          await firstLoad(load, {
            signal,
            onLoad: (told) => told.state === 'failed' && tell({ ...state, error: told.error }),
          }).catch(() => {})
        }
        isReading = false
      }

      async function load(): Promise<void> {
        if (!unfollow) {
          const end = await server.follow({
            change: (change) => void (isAbout(change) && readSoon()),
            reload: readSoon,
          })
          if (signal.aborted) return end()
          unfollow = end
        }
        const data = await read(signal)
        if (!signal.aborted) tell({ data, error: null })
      }
    },
  }
}

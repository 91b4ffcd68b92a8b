import { listeners } from './listeners.ts'
import { ServerError } from './server-error.ts'

/** What waits while somebody has to log in again. */
export interface LoginWait {
  /** Told whether a login is needed. As long as anybody listens, what needs it waits instead of failing. */
  onNeeded: (listener: (isNeeded: boolean) => void) => () => void
  /** Says that it is. Answers `false` where nobody listens. */
  need: () => boolean
  /** Does it again after a login, when it was refused for want of one. */
  retry: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>
  /** Somebody has logged in. */
  end(): void
  /** Nobody will any more. */
  close(): void
}

export function loginWait(): LoginWait {
  const needed = listeners<boolean>(true)
  let listening = 0
  let logins = 0
  let isNeeded = false
  let isClosed = false
  let next = Promise.withResolvers<void>()

  function need(): boolean {
    if (listening === 0 || isClosed) return false
    if (!isNeeded) {
      isNeeded = true
      needed.tell(true)
    }
    return true
  }

  function goOn(): void {
    next.resolve()
    next = Promise.withResolvers()
  }

  return {
    need,
    onNeeded(listener) {
      listening++
      const end = needed.add(listener)
      return () => {
        listening--
        end()
      }
    },
    async retry(work, signal) {
      for (;;) {
        const before = logins
        try {
          return await work()
        } catch (error) {
          if (!(error instanceof ServerError) || error.status !== 401) throw error
          // Its answer may come after the login that it asks for.
          if (before === logins) {
            if (!need()) throw error
            await Promise.race([next.promise, endOf(signal)])
          }
          if (isClosed || signal?.aborted) throw error
        }
      }
    },
    end() {
      logins++
      if (!isNeeded) return
      isNeeded = false
      needed.tell(false)
      goOn()
    },
    close() {
      isClosed = true
      goOn()
    },
  }
}

function endOf(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve()
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Lets users of one connection take turns: each has it to itself until it is done. */
export interface Mutex {
  <T>(use: () => Promise<T>): Promise<T>
  /** For how many milliseconds the one whose turn it is has had it; 0 when it is nobody's. */
  heldFor(): number
}

export function mutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  let since: number | null = null

  async function hold<T>(use: () => Promise<T>): Promise<T> {
    since = performance.now()
    try {
      return await use()
    } finally {
      since = null
    }
  }

  function take<T>(use: () => Promise<T>): Promise<T> {
    const result = last.then(() => hold(use))
    last = result.catch(() => {})
    return result
  }

  return Object.assign(take, {
    heldFor: () => (since === null ? 0 : performance.now() - since),
  })
}

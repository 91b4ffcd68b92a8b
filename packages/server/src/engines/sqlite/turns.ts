/** Lets users of one connection take turns: each has it to itself until it is done. */
export type Turns = <T>(use: () => Promise<T>) => Promise<T>

export function takingTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (use) => {
    const result = last.then(use)
    last = result.catch(() => {})
    return result
  }
}

/** Whoever comes under the same name waits for those who came before. */
export type KeyedMutex = <T>(name: string, work: () => Promise<T>) => Promise<T>

export function keyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work)
    const over = turn.catch(() => {})
    last.set(name, over)
    try {
      return await turn
    } finally {
      if (last.get(name) === over) last.delete(name)
    }
  }
}

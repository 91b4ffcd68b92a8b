export interface MemoryCache {
  get(name: string): Uint8Array | null
  set(name: string, bytes: Uint8Array): void
}

/** What was used least recently goes first. */
export function memoryCache(maxBytes: number): MemoryCache {
  const kept = new Map<string, Uint8Array>()
  let total = 0

  function drop(name: string): void {
    total -= kept.get(name)?.length ?? 0
    kept.delete(name)
  }

  return {
    get(name) {
      const bytes = kept.get(name)
      if (!bytes) return null
      kept.delete(name)
      kept.set(name, bytes)
      return bytes
    },
    set(name, bytes) {
      drop(name)
      // One large thing must not push out all the others.
      if (bytes.length > maxBytes / 8) return
      kept.set(name, bytes)
      total += bytes.length
      for (const oldest of kept.keys()) {
        if (total <= maxBytes) break
        drop(oldest)
      }
    },
  }
}

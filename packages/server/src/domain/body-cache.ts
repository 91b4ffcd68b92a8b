/** Keeps finished answers while what they were made from does not change. */
export interface BodyCache {
  get(key: string, revision: number): Uint8Array<ArrayBuffer> | null
  set(key: string, revision: number, body: Uint8Array<ArrayBuffer>): void
}

export function bodyCache(maxBytes = 32 * 1024 * 1024): BodyCache {
  const kept = new Map<string, { revision: number; body: Uint8Array<ArrayBuffer> }>()
  let bytes = 0

  function drop(key: string): void {
    bytes -= kept.get(key)?.body.length ?? 0
    kept.delete(key)
  }

  return {
    get(key, revision) {
      const found = kept.get(key)
      return found?.revision === revision ? found.body : null
    },
    set(key, revision, body) {
      drop(key)
      // One large answer must not push out all the others.
      if (body.length > maxBytes / 8) return
      kept.set(key, { revision, body })
      bytes += body.length
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    },
  }
}

import type { BodyCache, KeptBody } from '../../ports/body-cache.ts'
import type { Database } from '../../ports/database.ts'

export function bodyCache(maxBytes = 32 * 1024 * 1024): BodyCache {
  const caches = new WeakMap<Database, Map<string, KeptBody>>()
  /** Everything that is kept, oldest first. */
  const ages = new Map<KeptBody, { cache: Map<string, KeptBody>; key: string }>()
  let bytes = 0

  function cacheOf(database: Database): Map<string, KeptBody> {
    const cache = caches.get(database) ?? new Map<string, KeptBody>()
    caches.set(database, cache)
    return cache
  }

  function drop(kept: KeptBody | undefined): void {
    const place = kept && ages.get(kept)
    if (!place) return
    bytes -= kept.body.length
    place.cache.delete(place.key)
    ages.delete(kept)
  }

  return {
    get: (database, key) => cacheOf(database).get(key) ?? null,
    set(database, key, kept) {
      const cache = cacheOf(database)
      drop(cache.get(key))
      // One large answer must not push out all the others.
      if (kept.body.length > maxBytes / 8) return
      cache.set(key, kept)
      ages.set(kept, { cache, key })
      bytes += kept.body.length
      for (const oldest of ages.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    },
  }
}

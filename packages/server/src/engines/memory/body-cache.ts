import type { BodyCache, KeptBody, Packing } from '../../ports/body-cache.ts'
import type { Database } from '../../ports/database.ts'
import { collected } from './collected.ts'
import { packBody, packings } from './pack-body.ts'

/** What is kept of a database, and what is being collected for it. */
interface Kept {
  bodies: Map<string, KeptBody>
  collecting: Set<string>
}

interface Place {
  bodies: Map<string, KeptBody>
  key: string
  packed: Map<Packing, Uint8Array<ArrayBuffer>>
}

export function bodyCache(maxBytes = 32 * 1024 * 1024): BodyCache {
  const caches = new WeakMap<Database, Kept>()
  /** Everything that is kept, oldest first. */
  const ages = new Map<KeptBody, Place>()
  /** By the body: those who send one do not know what it was kept under. */
  const byBody = new WeakMap<Uint8Array, KeptBody>()
  let bytes = 0
  let collecting = 0
  let isPacking = false
  // One large answer must not push out all the others.
  const longest = maxBytes / 8

  function cacheOf(database: Database): Kept {
    const cache = caches.get(database) ?? { bodies: new Map(), collecting: new Set() }
    caches.set(database, cache)
    return cache
  }

  function drop(kept: KeptBody | undefined): void {
    const place = kept && ages.get(kept)
    if (!place) return
    bytes -= kept.body.length
    for (const packed of place.packed.values()) bytes -= packed.length
    place.bodies.delete(place.key)
    ages.delete(kept)
  }

  function makeRoom(): void {
    for (const oldest of ages.keys()) {
      if (bytes + collecting <= maxBytes) break
      drop(oldest)
    }
  }

  function set(database: Database, key: string, kept: KeptBody): void {
    const { bodies } = cacheOf(database)
    const before = bodies.get(key)
    // It still holds: then so does what it was packed into.
    if (before?.body === kept.body) return void Object.assign(before, kept)
    drop(before)
    if (kept.body.length > longest) return
    bodies.set(key, kept)
    ages.set(kept, { bodies, key, packed: new Map() })
    if (typeof kept.body !== 'string') byBody.set(kept.body, kept)
    bytes += kept.body.length
    makeRoom()
  }

  async function pack(kept: KeptBody, body: Uint8Array, packing: Packing): Promise<void> {
    isPacking = true
    try {
      const packed = await packBody(body, packing)
      const place = ages.get(kept)
      if (!place) return
      place.packed.set(packing, packed)
      bytes += packed.length
      makeRoom()
    } finally {
      isPacking = false
    }
  }

  return {
    packings,
    get: (database, key) => cacheOf(database).bodies.get(key) ?? null,
    set,
    keepSent(database, key, made, pieces) {
      const cache = cacheOf(database)
      // The others who ask for it meanwhile have the same.
      if (cache.collecting.has(key)) return pieces
      cache.collecting.add(key)
      let held = 0
      return collected(pieces, {
        take(length) {
          if (held + length > longest || collecting + length > maxBytes / 4) return false
          held += length
          collecting += length
          makeRoom()
          return true
        },
        end(body) {
          cache.collecting.delete(key)
          collecting -= held
          if (body) set(database, key, { ...made, body })
        },
      })
    },
    packed(body, packing) {
      const kept = byBody.get(body)
      const place = kept && ages.get(kept)
      if (!place) return null
      const packed = place.packed.get(packing) ?? null
      // One at a time: what is asked for often is asked for again. Without it the body goes as it is.
      if (!packed && !isPacking) pack(kept, body, packing).catch(() => {})
      return packed
    },
  }
}

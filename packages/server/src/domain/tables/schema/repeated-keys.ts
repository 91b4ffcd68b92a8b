/** The bits of the marks: a million keys share a bit with another in about sixty thousand cases. */
const markBits = 2 ** 24

/**
 * The keys that come more than once. They are read twice, so that only those have to be held which
 * share a mark with another; a `null` is no key.
 */
export async function repeatedKeys(
  read: () => AsyncIterable<(string | null)[]>,
): Promise<Set<string>> {
  const shared = await sharedMarks(read())
  const repeated = new Set<string>()
  if (shared.size === 0) return repeated

  const seen = new Set<string>()
  for await (const keys of read()) {
    for (const key of keys) {
      if (key === null || !shared.has(markOf(key))) continue
      if (seen.has(key)) repeated.add(key)
      else seen.add(key)
    }
  }
  return repeated
}

async function sharedMarks(pages: AsyncIterable<(string | null)[]>): Promise<Set<number>> {
  const marks = new Uint8Array(markBits / 8)
  const shared = new Set<number>()
  for await (const keys of pages) {
    for (const key of keys) {
      if (key === null) continue
      const mark = markOf(key)
      const bit = 1 << (mark & 7)
      const place = mark >>> 3
      if ((marks[place]! & bit) === 0) marks[place]! |= bit
      else shared.add(mark)
    }
  }
  return shared
}

/** FNV-1a over the code units. */
function markOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % markBits
}

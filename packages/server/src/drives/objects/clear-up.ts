import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../ports/database.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import type { ObjectStore } from '../../ports/object-store.ts'
import { isLease } from './bucket-lease.ts'
import { draftsBefore, gone } from './objects.ts'

export interface Leftovers {
  database: Database
  store: ObjectStore
  now: () => Date
  /** Bytes that another database may have a name for stay where they are. */
  isSoleOwner: () => Promise<boolean>
  isClosed: () => boolean
}

/** So many rows go at a stretch before others get their turn. */
const batchSize = 500

export const dayMs = 24 * 60 * 60 * 1000

/** Ends what nobody sees any more: rows of what was removed, and drafts that nobody goes on with. */
export async function clearHidden({ database, now, isClosed }: Leftovers): Promise<void> {
  const stale = draftsBefore(now().getTime() - dayMs)
  let isDone = false
  while (!isDone && !isClosed()) {
    isDone = await database.transact(async ({ files }) => {
      const [first] = await files.children(hiddenRoot, null, 1)
      const drafts = first && first.name < stale ? [first] : []
      const hidden = [...drafts, ...(await files.children(hiddenRoot, gone, batchSize))]
      let room = batchSize
      for (const { id, totals } of hidden) {
        if (room <= 0) return false
        const isGone = await files.remove(id, room, now().getTime())
        if (!isGone) return false
        room -= 1 + totals.files + totals.folders
      }
      return hidden.length === 0
    })
    await setImmediate()
  }
}

/** Ends the bytes that have had no name for so long that nobody can be reading them. */
export async function clearUnnamed(leftovers: Leftovers, olderThanMs: number): Promise<void> {
  const { database, store, now, isSoleOwner, isClosed } = leftovers
  while (!isClosed()) {
    const before = now().getTime() - olderThanMs
    const contents = await database.read((stores) => stores.contents.unnamed(before, batchSize))
    if (contents.length === 0 || !(await isSoleOwner())) return
    await store.remove(contents.map(({ key }) => key))
    await database.transact((stores) => stores.contents.forget(contents.map(({ id }) => id)))
  }
}

/** Ends bytes that never got a name, because their server was killed in between. */
export async function clearUnknown(leftovers: Leftovers, olderThanMs: number): Promise<void> {
  const { store, now, isClosed } = leftovers
  await store.sweep(olderThanMs)
  let suspects: string[] = []
  for await (const { key, modified } of store.keys(null)) {
    if (isClosed()) return
    if (!isLease(key) && now().getTime() - modified >= olderThanMs) suspects.push(key)
    if (suspects.length < batchSize) continue
    await removeUnknown(leftovers, suspects)
    suspects = []
  }
  await removeUnknown(leftovers, suspects)
}

export async function removeUnknown(
  { database, store }: Pick<Leftovers, 'database' | 'store'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  // Behind all who write: of a commit that is under way nobody can read yet.
  const known = await database.transact(({ contents }) => contents.known(keys))
  const unknown = keys.filter((key) => !known.has(key))
  if (unknown.length > 0) await store.remove(unknown)
}

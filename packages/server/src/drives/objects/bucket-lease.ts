import { randomUUID } from 'node:crypto'
import { AppError } from '../../errors.ts'
import type { Database } from '../../ports/database.ts'
import type { Lease } from '../../ports/file-contents.ts'
import type { ObjectStore } from '../../ports/object-store.ts'

export interface LeaseHolder {
  database: Database
  store: ObjectStore
  now: () => Date
}

/** Behind the keys of all bytes, which have letters and digits. */
const prefix = '~claim-'

/** Much shorter than bytes are kept. */
const renewMs = 30 * 60 * 1000

/** More than are made while any server is busy with one of them. */
const mostKnown = 32

export function isLease(key: string): boolean {
  return key.startsWith(prefix)
}

/**
 * Whether nobody else has names for the bytes in this store. A copy of a database has its keys, too,
 * and would remove what only the other one still needs. So each database leaves claims in the store,
 * of which a copy knows those only that were made before it: whoever finds one that it does not know
 * is not alone. Answers for a while what it has found once.
 */
export function soleOwnerOf(holder: LeaseHolder, otherFound: () => void): () => Promise<boolean> {
  let checked = -Infinity
  let isSoleOwner = false
  return async function find() {
    const time = holder.now().getTime()
    if (Math.abs(time - checked) < renewMs) return isSoleOwner
    isSoleOwner = await renew(holder)
    checked = time
    if (!isSoleOwner) otherFound()
    return isSoleOwner
  }
}

async function renew(holder: LeaseHolder): Promise<boolean> {
  await lease(holder, renewMs)
  const { foreign, outdated } = await compare(holder)
  await holder.store.remove(outdated.map(keyOf))
  return foreign.length === 0
}

/** Whether another database has left a claim. Changes nothing. */
export async function isShared(parts: Omit<LeaseHolder, 'now'>): Promise<boolean> {
  return (await compare(parts)).foreign.length > 0
}

async function compare({ database, store }: Omit<LeaseHolder, 'now'>) {
  const listed = await leasesIn(store)
  // Afterwards, as each is known before it is in the store.
  const known = (await database.read(({ contents }) => contents.leases())).map(({ token }) => token)
  return {
    foreign: listed.filter((token) => !known.includes(token)),
    outdated: listed.filter((token) => known.indexOf(token) > 0),
  }
}

/** Says that there is no other database with names for these bytes any more. */
export async function takeOwnership(holder: LeaseHolder): Promise<void> {
  const before = await lease(holder, 0)
  await holder.store.remove(before.map(keyOf))
}

/**
 * Makes a claim where the last one is so old, and sees to it that the newest is in the store. Answers
 * those that were there before. Where the store cannot be asked nothing is made: one that is in the
 * store is never forgotten.
 */
async function lease({ database, store, now }: LeaseHolder, ageMs: number): Promise<string[]> {
  const made = now().getTime()
  const before = await leasesIn(store)
  const { token } = await database.transact(async ({ contents }): Promise<Lease> => {
    const known = await contents.leases()
    const [last] = known
    if (last && last.made <= made && made - last.made < ageMs) return last
    const next = { token: randomUUID(), made }
    const kept = known.filter(({ token }, at) => at < mostKnown - 1 || before.includes(token))
    // A clock that was ahead must not make an old one the newest for good.
    const older = kept.map((one) => ({ ...one, made: Math.min(one.made, made - 1) }))
    await contents.setLeases([next, ...older])
    return next
  })
  await store.put(keyOf(token), nothing()).catch((error: unknown) => {
    const isThere = error instanceof AppError && error.code === 'files.name_taken'
    if (!isThere) throw error
  })
  return before
}

function keyOf(token: string): string {
  return prefix + token
}

async function leasesIn(store: ObjectStore): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of store.keys(prefix)) {
    if (isLease(key)) found.push(key.slice(prefix.length))
  }
  return found
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

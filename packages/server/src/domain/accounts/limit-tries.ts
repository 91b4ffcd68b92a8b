import { networkOf } from '../../auth/network-of.ts'
import { hashSecret } from '../../auth/secrets.ts'
import { AppError } from '../../errors.ts'
import type { AccountsDatabase } from '../../ports/accounts.ts'

/** Wrong tries, within this time; on all servers together. */
export const tries = { perName: 10, perAddress: 50, windowMs: 15 * 60 * 1000 }

export interface Tried {
  /** What it is for: a name, or an account. */
  what: string
  address: string | null
  now: number
}

/** Counts before it is known whether it is wrong, so that many at once are no more than one by one. */
export async function countTry(accounts: AccountsDatabase, tried: Tried): Promise<void> {
  const { now } = tried
  const { perName, perAddress, windowMs } = tries
  const { name, address } = keysOf(tried)
  const isTooMany = await accounts.transact(async (store) => {
    // Where one is full the other stays as it is: whoever knocks on one door locks no other.
    const isFull = address !== null && (await store.countTry(address, now, windowMs)) > perAddress
    return isFull || (await store.countTry(name, now, windowMs)) > perName
  })
  if (!isTooMany) return
  throw new AppError('auth.too_many_tries', 'Too many wrong tries; wait a while.', {
    retryAfter: windowMs / 1000,
  })
}

/** It was right. */
export async function forgetTries(accounts: AccountsDatabase, tried: Tried): Promise<void> {
  const { name, address } = keysOf(tried)
  await accounts.transact(async (store) => {
    await store.forgetTries(name)
    if (address !== null) await store.countTry(address, tried.now, tries.windowMs, -1)
  })
}

/** It was right, but tells nothing of those before it. */
export async function takeBackTry(accounts: AccountsDatabase, tried: Tried): Promise<void> {
  const { name, address } = keysOf(tried)
  await accounts.transact(async (store) => {
    await store.countTry(name, tried.now, tries.windowMs, -1)
    if (address !== null) await store.countTry(address, tried.now, tries.windowMs, -1)
  })
}

/** A name may be long, and is nobody's business here. */
function keysOf({ what, address }: Tried): { name: string; address: string | null } {
  return { name: `name ${hashSecret(what)}`, address: address && `address ${networkOf(address)}` }
}

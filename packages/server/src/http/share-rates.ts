import type { Observe } from '../observe/observation.ts'
import type { AccountsDatabase } from '../ports/accounts.ts'
import type { RateLimits } from './rate-limits.ts'

export interface Sharing {
  /** Happens by itself once a second. */
  tell(): Promise<void>
  /** Ends when what is being told has been told. */
  close(): Promise<void>
}

/** One that lets no server ask the database for each request, and a client not much more than they may. */
const everyMs = 1000

/** A client is a statement; more of them are told a second later. */
const mostAtOnce = 400

/** How often what is over is removed. */
const tidyMs = 60_000

interface Parts {
  accounts: AccountsDatabase
  now: () => Date
  observe: Observe
}

/**
 * Rates are of a client, not of a client and a server: once a second each server adds what it has counted to what
 * stands in the database, and goes on from there. A request asks nobody.
 */
export function shareRates(limits: RateLimits, { accounts, now, observe }: Parts): Sharing {
  let telling: Promise<void> | null = null
  let tidyAt = now().getTime() + tidyMs

  async function tell(): Promise<void> {
    const used = limits.takeUsed(mostAtOnce)
    if (used.length === 0) return
    const time = now().getTime()
    const isTidied = time >= tidyAt
    if (isTidied) tidyAt = time + tidyMs
    const back = await accounts.transact(async (store) => {
      if (isTidied) await store.removeExpired(time)
      const until: number[] = []
      for (const { client, kind, ms } of used) {
        until.push(await store.addUse(`rate ${kind} ${client}`, time, ms))
      }
      return until
    })
    used.forEach((one, index) => limits.learn(one, back[index]! - now().getTime()))
  }

  const timer = setInterval(() => {
    // Where the database cannot be asked, each server goes on by itself.
    telling ??= tell()
      .catch((error: unknown) =>
        observe({ kind: 'failure', requestId: null, where: 'rates', error }),
      )
      .finally(() => (telling = null))
  }, everyMs).unref()

  return {
    tell,
    async close() {
      clearInterval(timer)
      await telling
    },
  }
}

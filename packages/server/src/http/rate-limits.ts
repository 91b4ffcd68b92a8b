/** What a request does, as far as it is counted. */
export type RateKind = 'reads' | 'writes'

/** Requests a minute of each client; 0: any number. */
export type Rates = Record<RateKind, number>

export interface Counted {
  /** Tell the client where it stands, in the words of the IETF's draft of these headers. */
  headers: Record<string, string>
  /** Seconds until the next request is taken; 0 when this one is. */
  retryAfter: number
}

/** Counts the requests of each client on this server; `share-rates.ts` tells it of others. */
export interface RateLimits {
  /** `null` where requests of this kind are not counted. */
  count(client: string, kind: RateKind): Counted | null
  /** What clients have used that is worth telling, at most so many of them; it is not answered again. */
  takeUsed(most: number): Used[]
  /** All that this client has used, wherever that was, is back in so many milliseconds. */
  learn(client: Client, backInMs: number): void
}

export interface Client {
  client: string
  kind: RateKind
}

/** A part of the minute for which there is a budget. */
export interface Used extends Client {
  ms: number
}

/** Enough for a page that is used by hand, and for a script that keeps to one thing at a time. */
const ratesWithAccounts: Rates = { reads: 6000, writes: 1200 }

/** Where nobody says who he is, all are the one person at this machine. */
export function chosenRates(given: Record<RateKind, number | null>, hasAccounts: boolean): Rates {
  const usual = hasAccounts ? ratesWithAccounts : { reads: 0, writes: 0 }
  return { reads: given.reads ?? usual.reads, writes: given.writes ?? usual.writes }
}

const windowMs = 60_000

/** Whoever comes from more addresses than this within a minute has others forgotten early. */
const mostClients = 100_000

/** Whoever uses less than this in a minute is nothing that other servers have to know. */
const smallestMs = windowMs / 100

/**
 * A bucket for each client that fills evenly, and holds what comes in a minute. All that is kept of it
 * is when it will be full again: so a request is one look and one note, and a full one need not be kept.
 */
export function rateLimits(
  rates: Rates,
  now: () => number = () => performance.now(),
): RateLimits | null {
  if (rates.reads === 0 && rates.writes === 0) return null
  const counters = {
    reads: rates.reads > 0 ? counter('reads', rates.reads, now) : null,
    writes: rates.writes > 0 ? counter('writes', rates.writes, now) : null,
  }
  return {
    count: (client, kind) => counters[kind]?.count(client) ?? null,
    takeUsed: (most) =>
      [counters.writes, counters.reads].flatMap((one) => one?.takeUsed(most / 2) ?? []),
    learn: ({ client, kind }, backInMs) => counters[kind]?.learn(client, backInMs),
  }
}

interface Counter {
  count(client: string): Counted
  takeUsed(most: number): Used[]
  learn(client: string, backInMs: number): void
}

function counter(kind: RateKind, rate: number, now: () => number): Counter {
  const fullAt = new Map<string, number>()
  /** What was used here and nobody was told of, in the minute that ends at `untoldUntil`. */
  const untold = new Map<string, number>()
  let untoldUntil = 0
  const policy = `"${kind}";q=${rate};w=${windowMs / 1000}`
  const eachMs = windowMs / rate

  function forgetFull(at: number): void {
    for (const [client, time] of fullAt) if (time <= at) fullAt.delete(client)
    // The map keeps them in the order in which they came first.
    for (const client of fullAt.keys()) {
      if (fullAt.size <= mostClients * 0.9) return
      fullAt.delete(client)
    }
  }

  /** Nobody may ever come to take it. */
  function note(client: string, at: number): void {
    if (at > untoldUntil || untold.size > mostClients) {
      untold.clear()
      untoldUntil = at + windowMs
    }
    untold.set(client, (untold.get(client) ?? 0) + eachMs)
  }

  return {
    count(client) {
      const at = now()
      const full = Math.max(fullAt.get(client) ?? 0, at)
      const waitMs = full + eachMs - at - windowMs
      // A sum of many small parts is off by a little, and nobody shall lose a request by that.
      const isTaken = waitMs < eachMs / 1000
      if (isTaken) {
        fullAt.set(client, full + eachMs)
        if (fullAt.size > mostClients) forgetFull(at)
        note(client, at)
      }
      const emptyMs = (isTaken ? full + eachMs : full) - at
      const left = Math.max(0, Math.floor((windowMs - emptyMs) / eachMs + 0.001))
      const headers = {
        'ratelimit-policy': policy,
        ratelimit: `"${kind}";r=${left};t=${Math.ceil(emptyMs / 1000 - 0.001)}`,
      }
      return { headers, retryAfter: isTaken ? 0 : Math.max(1, Math.ceil(waitMs / 1000)) }
    },

    takeUsed(most) {
      const taken: Used[] = []
      for (const [client, ms] of untold) {
        if (ms < smallestMs) continue
        if (taken.length >= most) break
        taken.push({ client, kind, ms })
        untold.delete(client)
      }
      return taken
    },

    learn(client, backInMs) {
      // What came while others were asked is not in there yet.
      const full = now() + backInMs + (untold.get(client) ?? 0)
      if (full > (fullAt.get(client) ?? 0)) fullAt.set(client, full)
    },
  }
}

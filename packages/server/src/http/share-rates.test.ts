import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { Observation } from '../observe/observation.ts'
import { openSqliteAccounts } from '../engines/sqlite/accounts.ts'
import { rateLimits } from './rate-limits.ts'
import type { RateLimits } from './rate-limits.ts'
import { shareRates } from './share-rates.ts'
import type { Sharing } from './share-rates.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})

/** Two servers on the same accounts, at a time that stands still; each has a clock of its own for its limits. */
function twoServers(rate: number) {
  const accounts = openSqliteAccounts(':memory:')
  opened.push(accounts)
  const clock = { ms: 1_000_000 }
  const failures: Observation[] = []
  const both = [500, 90_000].map((start) => {
    const begun = clock.ms
    const limits = rateLimits({ reads: rate, writes: 0 }, () => start + clock.ms - begun)!
    const now = (): Date => new Date(clock.ms)
    const sharing = shareRates(limits, { accounts, now, observe: (one) => failures.push(one) })
    opened.push(sharing)
    return { limits, sharing }
  })
  return { accounts, clock, failures, one: both[0]!, other: both[1]! }
}

function ask(limits: RateLimits, times: number, client = 'ada'): number {
  const asked = Array.from({ length: times }, () => limits.count(client, 'reads')!)
  return asked.filter(({ retryAfter }) => retryAfter === 0).length
}

async function tellAll(...all: { sharing: Sharing }[]): Promise<void> {
  for (const { sharing } of all) await sharing.tell()
}

describe('the rate of a client at several servers', () => {
  it('is one for all of them, once they have told each other', async () => {
    const { one, other, clock } = twoServers(10)
    assert.equal(ask(one.limits, 6), 6)
    assert.equal(ask(other.limits, 1), 1)
    await tellAll(one, other)

    assert.equal(ask(other.limits, 10), 3)
    assert.equal(ask(other.limits, 10, 'ben'), 10)
    await tellAll(one, other)
    assert.equal(other.limits.count('ada', 'reads')!.retryAfter, 6)
    clock.ms += 12_000
    assert.equal(ask(other.limits, 10), 2)
  })

  it('has in it what was asked for while others were told', async () => {
    const { one, other } = twoServers(10)
    ask(one.limits, 2)
    ask(other.limits, 2)
    await tellAll(one)
    const telling = other.sharing.tell()
    ask(other.limits, 3)
    await telling
    assert.equal(ask(other.limits, 10), 3)
  })

  it('is no business of others where next to nothing was asked for', async () => {
    const { one, other } = twoServers(1000)
    assert.equal(ask(one.limits, 9), 9)
    assert.deepEqual(one.limits.takeUsed(10), [])
    assert.equal(ask(one.limits, 1), 1)
    assert.deepEqual(one.limits.takeUsed(10), [{ client: 'ada', kind: 'reads', ms: 600 }])
    assert.deepEqual(one.limits.takeUsed(10), [])
    assert.equal(ask(other.limits, 1000), 1000)
  })

  it('is told of some clients now, and of the others next time', () => {
    const { one } = twoServers(10)
    for (let n = 0; n < 5; n++) ask(one.limits, 1, `client ${n}`)
    assert.deepEqual(
      [6, 6, 6].map((most) => one.limits.takeUsed(most).length),
      [3, 2, 0],
    )
  })
})

describe('a server that cannot reach the others', () => {
  it('goes on with what it has counted itself', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { one, accounts, failures } = twoServers(10)
    await accounts.close()
    assert.equal(ask(one.limits, 6), 6)
    t.mock.timers.tick(1000)
    await one.sharing.close()

    assert.deepEqual(
      failures.map(({ kind }) => kind),
      ['failure'],
    )
    assert.equal(ask(one.limits, 10), 4)
  })
})

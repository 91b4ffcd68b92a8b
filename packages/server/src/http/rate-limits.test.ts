import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api, assertProblem, send, server } from '../../test/fixtures/api.ts'
import { exchange } from '../../test/fixtures/files-api.ts'
import { networkOf } from '../auth/network-of.ts'
import { chosenRates, rateLimits } from './rate-limits.ts'

/** A clock that stands still until it is told otherwise. */
function limitsOf(reads: number, writes = 0) {
  let time = 5000
  const limits = rateLimits({ reads, writes }, () => time)!
  return {
    count: (client = 'a', kind: 'reads' | 'writes' = 'reads') => limits.count(client, kind),
    retryAfter: (client = 'a') => limits.count(client, 'reads')?.retryAfter,
    pass: (ms: number) => void (time += ms),
  }
}

describe('the limit of requests', () => {
  it('takes as many as it says at once, and not one more', () => {
    for (const rate of [1, 2, 3, 7, 60, 600, 999]) {
      const { count } = limitsOf(rate)
      for (let n = 1; n <= rate; n++) {
        const { retryAfter, headers } = count()!
        assert.equal(retryAfter, 0, `${n} of ${rate}`)
        assert.match(headers['ratelimit']!, new RegExp(`^"reads";r=${rate - n};t=\\d+$`))
      }
      assert.equal(count()!.retryAfter, Math.ceil(60 / rate), String(rate))
    }
  })

  it('takes the next one when its time has come', () => {
    const { retryAfter, pass } = limitsOf(6)
    for (let n = 1; n <= 6; n++) assert.equal(retryAfter(), 0)

    assert.equal(retryAfter(), 10)
    pass(9900)
    assert.equal(retryAfter(), 1)
    pass(100)
    assert.equal(retryAfter(), 0)
    assert.equal(retryAfter(), 10)
    pass(60_000)
    for (let n = 1; n <= 6; n++) assert.equal(retryAfter(), 0)
    assert.equal(retryAfter(), 10)
  })

  it('does not count what it refuses', () => {
    const { retryAfter, pass } = limitsOf(1)
    assert.equal(retryAfter(), 0)
    for (let n = 0; n < 1000; n++) assert.equal(retryAfter(), 60)
    pass(60_000)
    assert.equal(retryAfter(), 0)
  })

  it('is one for each client, and one for each kind', () => {
    const { count } = limitsOf(1, 1)
    assert.equal(count('a', 'reads')?.retryAfter, 0)
    assert.equal(count('a', 'writes')?.retryAfter, 0)
    assert.equal(count('b', 'reads')?.retryAfter, 0)
    assert.equal(count('a', 'reads')?.retryAfter, 60)
    assert.equal(count('a', 'writes')?.retryAfter, 60)
  })

  it('is none where it is 0', () => {
    assert.equal(rateLimits({ reads: 0, writes: 0 }), null)
    const { count } = limitsOf(0, 1)
    assert.equal(count('a', 'reads'), null)
    assert.deepEqual(count('a', 'writes')?.headers, {
      'ratelimit-policy': '"writes";q=1;w=60',
      ratelimit: '"writes";r=0;t=60',
    })
  })

  it('forgets clients that have not come for a while before others', () => {
    const { retryAfter, pass } = limitsOf(1)
    for (let n = 0; n < 60_000; n++) retryAfter(`old ${n}`)
    pass(60_000)
    assert.equal(retryAfter('late'), 0)
    for (let n = 0; n < 60_000; n++) retryAfter(`new ${n}`)
    assert.equal(retryAfter('late'), 60)
  })

  it('is chosen by whether there are accounts, where nothing is said', () => {
    assert.deepEqual(chosenRates({ reads: null, writes: 5 }, false), { reads: 0, writes: 5 })
    assert.deepEqual(chosenRates({ reads: null, writes: 0 }, true), { reads: 6000, writes: 0 })
    assert.deepEqual(chosenRates({ reads: 1, writes: null }, true), { reads: 1, writes: 1200 })
  })
})

describe('an address', () => {
  it('of IPv6 counts with its network, of IPv4 alone', () => {
    const networks: [address: string, network: string][] = [
      ['10.1.2.3', '10.1.2.3'],
      ['::ffff:10.1.2.3', '10.1.2.3'],
      ['embedded', 'embedded'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
      ['2001:0DB8:0001:2::6', '2001:db8:1:2'],
      ['2001:db8::6', '2001:db8:0:0'],
      ['::1', '0:0:0:0'],
      ['fe80::1%eth0', 'fe80:0:0:0'],
    ]
    for (const [address, network] of networks) assert.equal(networkOf(address), network, address)
  })
})

describe('a server with limits', () => {
  it('answers as many reads and writes as they say, and then 429', async () => {
    const triptych = await server({ auth: 'none', rateReads: 3, rateWrites: 2 })
    const read = () => send(triptych, 'GET', '/tables')
    const write = (name: string) =>
      send(triptych, 'POST', '/tables', { name, columns: [{ name: 'a', type: 'text' }] })

    for (const name of ['one', 'two']) assert.equal((await write(name)).status, 200)
    const refused = await write('three')
    const problem = assertProblem(refused, [429, 'rate_limited'])
    assert.equal(refused.headers.get('retry-after'), '30')
    assert.equal(problem['retryAfter'], 30)
    assert.equal(refused.headers.get('ratelimit-policy'), '"writes";q=2;w=60')
    assert.equal(refused.headers.get('ratelimit'), '"writes";r=0;t=60')

    const first = await read()
    assert.equal((first.json as unknown[]).length, 2)
    assert.equal(first.headers.get('ratelimit-policy'), '"reads";q=3;w=60')
    assert.equal(first.headers.get('ratelimit'), '"reads";r=2;t=20')
    assert.equal((await send(triptych, 'GET', '/tables/none')).status, 404)
    assert.equal((await send(triptych, 'HEAD', '/tables')).status, 200)
    assertProblem(await read(), [429, 'rate_limited'])
  })

  it('counts a POST that only reads as a read', async () => {
    const { call } = await api({ auth: 'none', rateWrites: 4, rateReads: 2 })

    for (const status of [200, 200, 429]) {
      assert.equal((await call('POST', '/films/query', {})).status, status)
    }
  })

  it('tells those who watch it always how it is', async () => {
    const triptych = await server({ auth: 'none', rateReads: 1 })
    await send(triptych, 'GET', '/tables')

    for (const path of ['/health', '/health/live', '/metrics']) {
      const { status, headers } = await send(triptych, 'GET', path)
      assert.deepEqual([status, headers.get('ratelimit')], [200, null], path)
    }
    assert.equal((await send(triptych, 'GET', '/tables')).status, 429)
  })

  it('counts each client for itself, as a trusted proxy tells them apart', async () => {
    const triptych = await server({ auth: 'none', rateReads: 1, trustProxy: ['127.0.0.1'] })
    const { port } = await triptych.listen()
    const read = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await exchange(port, { method: 'GET', path: '/tables', headers, body: '' })).status
    }

    assert.deepEqual(
      [await read('10.0.0.1'), await read('10.0.0.2'), await read('9.9.9.9, 10.0.0.1')],
      [200, 200, 429],
    )
  })

  it('says nothing of limits where there are none', async () => {
    const { headers } = await send(await server({ auth: 'none' }), 'GET', '/tables')
    assert.equal(headers.get('ratelimit'), null)
    assert.equal(headers.get('ratelimit-policy'), null)
  })
})

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Role } from '@triptych/contract/accounts'
import type { Triptych } from '../../src/main.ts'
import { accountsServer } from '../fixtures/accounts-api.ts'
import type { AccountsServer, Somebody } from '../fixtures/accounts-api.ts'
import { assertProblem, send, server } from '../fixtures/api.ts'
import { patient } from '../fixtures/patient.ts'
import { newPostgresDatabase } from '../fixtures/postgres-server.ts'
import { newBucketUrl, noS3 } from '../fixtures/s3-server.ts'

function at(triptych: Triptych, who: Record<string, string>, path = '/notes') {
  return send(triptych, 'GET', path, undefined, who)
}

async function tryAt(triptych: Triptych): Promise<number> {
  const body = { name: 'Tom', password: 'a wrong password' }
  return (await send(triptych, 'POST', '/auth/login', body)).status
}

describe('two servers with the same accounts', { skip: noS3 }, () => {
  let one: AccountsServer
  let other: Triptych

  before(async () => {
    const database = await newPostgresDatabase('empty')
    const common = { database, storage: await newBucketUrl(), connections: 4 }
    const options = { ...common, auth: 'accounts', rateReads: 100 } as const
    one = await accountsServer(options)
    other = await server(options)
    const table = { name: 'notes', columns: [{ name: 'text', type: 'text' }] }
    assert.equal((await one.owner.ask('POST', '/tables', table)).status, 200)
  })

  function setRole(to: Somebody, role: Role | null) {
    const body = { workspace: 'main', kind: 'account', id: to.id, role }
    return one.owner.ask('PUT', '/auth/members', body)
  }

  /** All that the other server tells of what happens, until it ends it. */
  async function followOther(t: TestContext, headers: Record<string, string>) {
    const { url } = await other.listen()
    const away = new AbortController()
    t.after(() => away.abort())
    const response = await fetch(`${url}events`, { headers, signal: away.signal })
    assert.equal(response.status, 200)
    const stream = { sent: '', isOver: false }
    void (async () => {
      for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
        stream.sent += text
      }
      stream.isOver = true
    })().catch(() => {})
    return stream
  }

  it('end at both what is taken away at one, also in the middle of a stream', async (t) => {
    const [rita, ed] = [await one.invite('Rita', 'reader'), await one.invite('Ed', 'editor')]
    const token = await one.token(ed)
    const bearer = { authorization: `Bearer ${token.token}` }
    const hers = await followOther(t, { cookie: rita.cookie })
    const his = await followOther(t, bearer)
    await one.owner.ask('POST', '/notes', { text: 'for all' })
    await t.waitFor(() => assert.match(hers.sent + his.sent, /for all[^]*for all/), patient)

    await setRole(rita, null)
    await t.waitFor(() => assert.ok(hers.isOver), patient)
    await one.owner.ask('POST', '/notes', { text: 'not for Rita' })
    await t.waitFor(() => assert.match(his.sent, /not for Rita/), patient)
    assert.doesNotMatch(hers.sent, /not for Rita/)
    assertProblem(await at(other, { cookie: rita.cookie }), [404, 'workspaces.not_found'])

    await ed.ask('DELETE', `/auth/tokens/${token.id}`)
    await t.waitFor(() => assert.ok(his.isOver), patient)
    assertProblem(await at(other, bearer), [401, 'unauthenticated'])
  })

  it('know a session that began at one, and none that has ended there', async (t) => {
    const sam = await one.invite('Sam', 'reader')
    assert.equal((await at(other, { cookie: sam.cookie })).status, 200)

    await sam.ask('POST', '/auth/logout')
    await t.waitFor(async () => {
      assert.equal((await at(other, { cookie: sam.cookie }, '/auth/sessions')).status, 401)
    }, patient)
  })

  it('count wrong tries together', async () => {
    await one.invite('Tom', 'reader')
    for (let n = 0; n < 5; n++) {
      assert.deepEqual([await tryAt(one.triptych), await tryAt(other)], [401, 401])
    }
    assert.deepEqual([await tryAt(one.triptych), await tryAt(other)], [429, 429])
  })

  it('let a client ask as often at both as at one', async () => {
    const uma = await one.invite('Uma', 'reader')
    const ask = (triptych: Triptych) => at(triptych, { cookie: uma.cookie })
    while ((await ask(one.triptych)).status === 200);

    // By itself the other would have taken a hundred. It is told once a second, or a little later.
    let left = 100
    for (let asked = 0; asked < 40 && left > 50; asked++) {
      const { headers } = await ask(other)
      left = Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
      await pause(500)
    }
    assert.ok(left <= 50, `${left}`)
  })
})

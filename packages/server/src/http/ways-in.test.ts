import assert from 'node:assert/strict'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Entry } from '@triptych/contract/accounts'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { GenerateKeyPairResult } from 'jose'
import { engineOptions } from '../../test/fixtures/engine.ts'
import type { KnownPerson } from '../auth/application.ts'
import { createTriptych } from '../main.ts'
import type { Triptych, TriptychOptions } from '../main.ts'

const opened: Triptych[] = []
after(() => Promise.all(opened.map((triptych) => triptych.close())))

async function open(options: TriptychOptions): Promise<Triptych> {
  const triptych = await createTriptych({
    data: ':memory:',
    empty: true,
    noPage: true,
    port: 0,
    ...(await engineOptions(options)),
    ...options,
  })
  opened.push(triptych)
  return triptych
}

async function listening(options: TriptychOptions): Promise<string> {
  return (await (await open({ auth: 'accounts', ...options })).listen()).url
}

type Headers = Record<string, string | string[]>

interface Answered {
  status: number
  cookie: string
  json: unknown
}

/** Headers are sent as they are, also those that Node’s own fetch keeps to itself. */
function send(url: string, headers: Headers = {}, body?: unknown): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const outgoing = ask(url, { method, headers, agent: false }, (answer) => {
      let text = ''
      answer.on('data', (part: Buffer) => (text += String(part)))
      answer.on('end', () => {
        const cookie = answer.headers['set-cookie']?.[0] ?? ''
        resolve({ status: answer.statusCode!, cookie, json: JSON.parse(text) as unknown })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? '' : JSON.stringify(body))
  })
}

async function you(url: string, headers: Headers = {}): Promise<Entry['you']> {
  return ((await send(`${url}auth`, headers)).json as Entry).you
}

describe('a token of a foreign issuer', () => {
  let keys: GenerateKeyPairResult
  let issuer = ''
  const server = createServer((_, answer) => {
    void exportJWK(keys.publicKey).then((key) =>
      answer.end(JSON.stringify({ keys: [{ ...key, kid: 'k' }] })),
    )
  })
  before(async () => {
    keys = await generateKeyPair('ES256')
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())

  function tokenFor(audience: string): Promise<string> {
    return new SignJWT({ name: 'Ada', sub: 'u1' })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime('5 minutes')
      .sign(keys.privateKey)
  }

  it('is somebody with an account; what is wrong with it is told', async () => {
    const jwt = { jwtIssuer: issuer, jwtAudience: 'app', jwtJwks: `${issuer}/keys` }
    const url = await listening(jwt)
    const right = { authorization: `Bearer ${await tokenFor('app')}` }
    const known = await you(url, right)
    assert.deepEqual([known?.name, known?.by, known?.places], ['Ada', 'issuer', []])
    assert.equal((await you(url, right))?.id, known?.id)
    assert.equal((await send(`${url}films`, right)).status, 404, 'and no role yet')

    const wrong = await send(`${url}films`, { authorization: `Bearer ${await tokenFor('other')}` })
    const { code, error } = wrong.json as { code: string; error: string }
    assert.deepEqual([wrong.status, code], [401, 'unauthenticated'])
    assert.match(error, /not for this server/)

    const lasting = await send(`${url}auth/tokens`, right, { name: 'x', access: 'write' })
    assert.equal(lasting.status, 403, 'and none of ours that would outlive it')
  })
})

describe('a proxy that says who asks', () => {
  const proxy = { trustProxy: ['127.0.0.1'], authHeader: 'X-Forwarded-User' }
  const user = { 'x-forwarded-user': 'ada' }

  it('is believed where it is trusted', async () => {
    const url = await listening({ ...proxy, groupsHeader: 'X-Forwarded-Groups' })
    assert.deepEqual([(await you(url, user))?.name, (await you(url, user))?.by], ['ada', 'proxy'])
    assert.equal((await send(`${url}films`)).status, 401)
  })

  it('is nobody elsewhere', async () => {
    const url = await listening({ ...proxy, trustProxy: ['10.0.0.0/8'] })
    assert.equal(await you(url, { ...user, 'x-forwarded-for': '10.0.0.1' }), null)
    assert.equal((await send(`${url}films`, user)).status, 401)
  })

  it('is refused where the header comes twice, or goes with the connection', async () => {
    const url = await listening(proxy)
    const twice = await send(`${url}films`, { 'x-forwarded-user': ['ada', 'eve'] })
    assert.equal(twice.status, 400)
    const hop = await send(`${url}films`, { ...user, connection: 'close, x-forwarded-user' })
    assert.equal(hop.status, 400)
  })

  it('does not let pages of elsewhere write', async () => {
    const url = await listening(proxy)
    const about = { name: 'x', access: 'read' }
    const foreign = { ...user, origin: 'http://localhost:1', 'sec-fetch-site': 'cross-site' }
    assert.equal((await send(`${url}auth/tokens`, foreign, about)).status, 401)
    const own = { ...user, 'sec-fetch-site': 'same-origin' }
    assert.equal((await send(`${url}auth/tokens`, own, about)).status, 200)
    assert.equal((await send(`${url}auth/tokens`, user, about)).status, 200, 'a program')
  })

  it('says whether cookies are for https', async () => {
    const url = await listening(proxy)
    const https = { 'x-forwarded-proto': 'https', 'sec-fetch-site': 'same-origin' }
    assert.match((await send(`${url}auth/logout`, https, {})).cookie, /^__Host-triptych=.*Secure/)
    assert.match((await send(`${url}auth/logout`, {}, {})).cookie, /^triptych=/)
    const other = await listening({})
    assert.match((await send(`${other}auth/logout`, https, {})).cookie, /^triptych=/)
  })
})

function asked(triptych: Triptych, key: string, path: string, body?: unknown, more = {}) {
  const request = new Request(`http://app.example/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-key': key, ...more },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return triptych.fetch(request)
}

describe('an application that says who asks', () => {
  const people: Record<string, KnownPerson> = {
    a: { id: 'u1', name: 'Ada', isOwner: true },
    b: { id: 'u2', name: 'Bob', groups: ['staff'] },
  }
  function authenticate(request: Request): KnownPerson | null {
    return people[request.headers.get('x-key') ?? ''] ?? null
  }

  it('is believed, and there are accounts for those it names', async () => {
    const triptych = await open({ authenticate })
    const { you: ada } = (await (await asked(triptych, 'a', 'auth')).json()) as Entry
    assert.deepEqual([ada?.name, ada?.by, ada?.isOwner], ['Ada', 'application', true])
    assert.equal((await asked(triptych, 'a', 'workspaces')).status, 200)
    assert.equal((await asked(triptych, 'nobody', 'workspaces')).status, 401)
  })

  it('says who is in which group', async () => {
    const triptych = await open({ authenticate })
    const made = await asked(triptych, 'a', 'auth/groups', { name: 'Staff', members: [] })
    assert.equal(made.status, 200)
    await asked(triptych, 'b', 'auth')
    const groups = (await (await asked(triptych, 'a', 'auth/groups')).json()) as {
      members: string[]
    }[]
    assert.equal(groups[0]?.members.length, 1)
  })

  it('is not led by a page of elsewhere', async () => {
    const triptych = await open({ authenticate })
    const group = { name: 'x', members: [] }
    for (const shown of [{ cookie: 'session=1' }, { authorization: 'Basic YTpi' }]) {
      const foreign = { origin: 'http://localhost:1', ...shown }
      assert.equal((await asked(triptych, 'a', 'auth/groups', group, foreign)).status, 401)
    }
  })

  it('lets nobody in where it fails or says nothing of use', async () => {
    const failing = await open({
      authenticate: () => {
        throw new Error('not my day')
      },
    })
    assert.equal((await asked(failing, 'a', 'workspaces')).status, 500)
    const useless = await open({ authenticate: () => ({ id: '' }) })
    assert.equal((await asked(useless, 'a', 'workspaces')).status, 500)
  })

  it('must be a function, and has accounts', async () => {
    const data = ':memory:'
    await assert.rejects(
      createTriptych({ data, authenticate: 'me' as never }),
      /must be a function/,
    )
    await assert.rejects(createTriptych({ data, auth: 'none', authenticate }), /needs accounts/)
  })
})

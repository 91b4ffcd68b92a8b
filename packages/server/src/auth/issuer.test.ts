import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey } from 'jose'
import { AppError } from '../errors.ts'
import type { Claim, WayIn } from './claim.ts'
import { issuerTokens } from './issuer.ts'

interface Pair {
  publicKey: CryptoKey
  privateKey: CryptoKey
}

/** A real issuer on this machine: its document, and the keys that it says are its own. */
let issuer = ''
let own: Pair
let keys: { kid: string; pair: Pair }[] = []
let asked: string[] = []
let isDown = false
const server = createServer((request, answer) => {
  void (async () => {
    asked.push(request.url ?? '')
    if (isDown) return answer.writeHead(500).end()
    answer.setHeader('content-type', 'application/json')
    if (request.url === '/.well-known/openid-configuration') {
      return answer.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }))
    }
    const published = keys.map(async ({ kid, pair }) => ({
      ...(await exportJWK(pair.publicKey)),
      kid,
    }))
    return answer.end(JSON.stringify({ keys: await Promise.all(published) }))
  })()
})

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  own = await generateKeyPair('RS256', { extractable: true })
})
after(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  keys = [{ kid: 'one', pair: own }]
  asked = []
  isDown = false
})

function wayIn(more: { jwks?: string; groupsClaim?: string } = {}): WayIn {
  const { jwks = null, groupsClaim = null } = more
  return issuerTokens({ issuer, audience: 'triptych', jwks, groupsClaim })
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}

const said: Record<string, unknown> = { sub: 'u1', name: 'Ada', aud: 'triptych' }

function sign(
  claims: Record<string, unknown> = {},
  { kid = 'one', pair = own, alg = 'RS256' } = {},
) {
  const whole = { iss: issuer, exp: seconds() + 300, ...said, ...claims }
  return new SignJWT(whole).setProtectedHeader({ alg, kid }).sign(pair.privateKey)
}

function tell(way: WayIn, token: string): Promise<Claim | null> {
  const headers = { authorization: `Bearer ${token}` }
  return way(new Request('http://localhost/tables', { headers }), null)
}

async function isRefused(way: WayIn, token: string, message: RegExp, code = 'unauthenticated') {
  await assert.rejects(tell(way, token), (error) => {
    assert.ok(error instanceof AppError, String(error))
    assert.equal(error.code, code)
    assert.match(error.message, message)
    return true
  })
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** A token put together by hand, as nobody’s library would. */
function forge(header: object, claims: object, signature: (text: string) => string): string {
  const text = `${encoded(header)}.${encoded(claims)}`
  return `${text}.${signature(text)}`
}

async function nameOf(claims: Record<string, unknown>): Promise<string | undefined> {
  return (await tell(wayIn(), await sign(claims)))?.name
}

describe('a token of the issuer', () => {
  it('says who asks', async () => {
    const exp = seconds() + 300
    const claim = await tell(wayIn(), await sign({ groups: ['staff', 'admins'], exp }))
    assert.deepEqual(claim, {
      by: 'issuer',
      provider: issuer,
      subject: 'u1',
      name: 'Ada',
      groups: ['staff', 'admins'],
      expiresAt: (exp + 60) * 1000,
    })
  })

  it('may say nothing of groups', async () => {
    assert.equal((await tell(wayIn(), await sign()))?.groups, null)
  })

  it('has no groups where the claim that was named is missing', async () => {
    const way = wayIn({ groupsClaim: 'realm_access.roles' })
    assert.deepEqual((await tell(way, await sign()))?.groups, [])
    const token = await sign({ realm_access: { roles: ['staff'] } })
    assert.deepEqual((await tell(way, token))?.groups, ['staff'])
  })

  it('names somebody by the first of name, preferred_username, email and sub', async () => {
    const more = { preferred_username: 'ada', email: 'ada@example.com' }
    assert.equal(await nameOf({ ...more, name: ' A\nB ' }), 'A B')
    assert.equal(await nameOf({ ...more, name: '' }), 'ada')
    assert.equal(await nameOf({ name: '', email: 'ada@example.com' }), 'ada@example.com')
    assert.equal(await nameOf({ name: 5 }), 'u1')
    assert.equal(await nameOf({ name: `${'x'.repeat(63)}😀` }), 'x'.repeat(63))
  })

  it('is looked at where keys are named and nothing is discovered', async () => {
    const way = wayIn({ jwks: `${issuer}/keys` })
    assert.equal((await tell(way, await sign()))?.subject, 'u1')
    assert.deepEqual(asked, ['/keys'])
  })

  it('is one of several audiences', async () => {
    assert.ok(await tell(wayIn(), await sign({ aud: ['other', 'triptych'] })))
  })

  it('is good up to a minute after its end and before its beginning', async () => {
    const way = wayIn()
    assert.ok(await tell(way, await sign({ exp: seconds() - 50 })))
    assert.ok(await tell(way, await sign({ nbf: seconds() + 50 })))
  })

  it('does not have the keys asked for again', async () => {
    const way = wayIn()
    for (const _ of [1, 2, 3]) await tell(way, await sign())
    assert.deepEqual(asked, ['/.well-known/openid-configuration', '/keys'])
  })
})

describe('a token is refused', () => {
  it('more than a minute after its end', async () => {
    await isRefused(wayIn(), await sign({ exp: seconds() - 70 }), /expired/)
  })

  it('more than a minute before its beginning', async () => {
    await isRefused(wayIn(), await sign({ nbf: seconds() + 70 }), /not yet/)
  })

  it('without an end, or without a subject', async () => {
    await isRefused(wayIn(), await sign({ exp: undefined }), /exp/)
    await isRefused(wayIn(), await sign({ sub: undefined }), /sub/)
    await isRefused(wayIn(), await sign({ sub: '' }), /nobody/)
  })

  it('for another audience, or for none', async () => {
    await isRefused(wayIn(), await sign({ aud: 'other' }), /aud/)
    await isRefused(wayIn(), await sign({ aud: undefined }), /aud/)
  })

  it('of another issuer, without asking anybody', async () => {
    await isRefused(wayIn(), await sign({ iss: `${issuer}/` }), /none of the issuer/)
    assert.deepEqual(asked, [])
  })

  it('signed by another key of the same name', async () => {
    const pair = await generateKeyPair('RS256')
    await isRefused(wayIn(), await sign({}, { pair }), /not signed/)
  })

  it('changed by one letter', async () => {
    const [header, , signature] = (await sign()).split('.')
    const claims = { ...said, iss: issuer, exp: seconds() + 300, sub: 'u2' }
    await isRefused(wayIn(), `${header}.${encoded(claims)}.${signature}`, /not signed/)
  })

  it('of the algorithm none', async () => {
    const claims = { ...said, iss: issuer, exp: seconds() + 300 }
    for (const alg of ['none', 'None', undefined]) {
      const token = forge({ alg, typ: 'JWT' }, claims, () => '')
      await isRefused(wayIn(), token, /./)
    }
    assert.deepEqual(asked, [])
  })

  it('signed with the public key as if it were a secret', async () => {
    const secret = await exportSPKI(own.publicKey)
    const claims = { ...said, iss: issuer, exp: seconds() + 300 }
    const token = forge({ alg: 'HS256', kid: 'one' }, claims, (text) =>
      createHmac('sha256', secret).update(text).digest('base64url'),
    )
    await isRefused(wayIn(), token, /none of the issuer/)
  })

  it('that is none', async () => {
    for (const token of ['x', 'a.b.c', '..', 'e30.e30.e30', 'x'.repeat(20_000)]) {
      await isRefused(wayIn(), token, /./)
    }
    assert.deepEqual(asked, [])
  })
})

describe('a key that the issuer has changed', () => {
  it('is asked for when a token names it, but not at each such token', async (t) => {
    const way = wayIn()
    const next = await generateKeyPair('ES256', { extractable: true })
    await tell(way, await sign())
    keys = [{ kid: 'two', pair: next }]
    const token = () => sign({}, { kid: 'two', pair: next, alg: 'ES256' })

    await isRefused(way, await token(), /not signed/)
    assert.equal(asked.length, 2, 'within the half minute the issuer has its peace')

    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 31_000 })
    assert.equal((await tell(way, await token()))?.subject, 'u1')
    assert.equal(asked.length, 3)
    await isRefused(way, await sign(), /not signed/)
  })

  it('is forgotten after ten minutes at the latest', async (t) => {
    const way = wayIn()
    await tell(way, await sign())
    keys = []
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 601_000 })
    await isRefused(way, await sign(), /not signed/)
  })
})

describe('an issuer that is down', () => {
  it('is told as such, and asked again', async () => {
    const way = wayIn()
    isDown = true
    await isRefused(way, await sign(), /does not answer/, 'unavailable')
    isDown = false
    assert.equal((await tell(way, await sign()))?.subject, 'u1')
  })

  it('may go down between its document and its keys', async () => {
    const way = wayIn({ jwks: 'http://127.0.0.1:1/keys' })
    await isRefused(way, await sign(), /does not answer/, 'unavailable')
  })
})

describe('what is no token of an issuer', () => {
  it('is left to others', async () => {
    const way = wayIn()
    const withHeader = (authorization: string) =>
      way(new Request('http://localhost/', { headers: { authorization } }), null)
    assert.equal(await way(new Request('http://localhost/'), null), null)
    assert.equal(await withHeader('Basic YTpi'), null)
    assert.equal(await withHeader('Bearer'), null)
    assert.equal(await withHeader(`Bearer trp_${'a'.repeat(43)}`), null)
  })
})

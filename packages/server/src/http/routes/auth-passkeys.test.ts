import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Entry } from '@triptych/contract/accounts'
import { maxPasskeys } from '@triptych/contract/passkeys'
import type { NewPasskeyOptions, Passkey, PasskeyLoginOptions } from '@triptych/contract/passkeys'
import type { Problem } from '@triptych/contract/errors'
import type { Triptych } from '../../main.ts'
import { accountsServer, cookieOf } from '../../../test/fixtures/accounts-api.ts'
import type { AccountsServer, Somebody } from '../../../test/fixtures/accounts-api.ts'
import { assertProblem, send, server } from '../../../test/fixtures/api.ts'
import type { Answer } from '../../../test/fixtures/api.ts'
import { softwarePasskey } from '../../../test/fixtures/software-passkey.ts'
import type { Mischief, SoftwarePasskey } from '../../../test/fixtures/software-passkey.ts'

async function begin(of: Somebody): Promise<NewPasskeyOptions> {
  const begun = await of.ask('POST', '/auth/passkeys/options', {})
  assert.equal(begun.status, 200, JSON.stringify(begun.json))
  return begun.json as NewPasskeyOptions
}

async function add(of: Somebody, device: SoftwarePasskey, mischief?: Mischief): Promise<Answer> {
  const credential = device.create(await begin(of), mischief)
  return of.ask('POST', '/auth/passkeys', { name: 'Phone', credential })
}

async function added(of: Somebody, device = softwarePasskey()) {
  const answer = await add(of, device)
  assert.equal(answer.status, 200, JSON.stringify(answer.json))
  return { device, passkey: answer.json as Passkey }
}

type Ask = AccountsServer['ask']

async function beginLogin(ask: Ask): Promise<PasskeyLoginOptions> {
  return (await ask('POST', '/auth/passkeys/login/options')).json as PasskeyLoginOptions
}

async function login(ask: Ask, device: SoftwarePasskey, mischief?: Mischief): Promise<Answer> {
  const credential = device.get(await beginLogin(ask), mischief)
  return ask('POST', '/auth/passkeys/login', { credential })
}

const put = (of: Somebody, options: NewPasskeyOptions) =>
  of.ask('POST', '/auth/passkeys', { name: 'x', credential: softwarePasskey().create(options) })

/** As somebody asks who has found the server under this address. */
async function askAt(triptych: Triptych, method: string, address: string): Promise<unknown> {
  return (await triptych.fetch(new Request(address, { method }))).json()
}

const refused = [401, 'auth.passkey_refused'] as const

describe('a passkey', () => {
  it('lets in without a name, as whoever has added it', async () => {
    const { ask, invite } = await accountsServer()
    const rita = await invite('Rita', 'reader')
    const { device, passkey } = await added(rita)
    assert.deepEqual(
      [passkey.name, passkey.site, passkey.isSynced, passkey.usedAt],
      ['Phone', 'localhost', false, null],
    )

    const entered = await login(ask, device)
    assert.equal(entered.status, 200, JSON.stringify(entered.json))
    const { you, passkeys } = entered.json as Entry
    assert.deepEqual([you?.id, you?.name, you?.by, passkeys], [rita.id, 'Rita', 'session', true])
    const again = await ask('GET', '/tables', undefined, { cookie: cookieOf(entered) })
    assert.equal(again.status, 200)
    const [listed] = (await rita.ask('GET', '/auth/passkeys')).json as Passkey[]
    assert.ok(listed?.usedAt)
  })

  it('asks the browser for one that can be found without a name, and not for one that is there', async () => {
    const { owner, ask } = await accountsServer()
    const { device } = await added(owner)
    const options = await begin(owner)
    assert.deepEqual(options['authenticatorSelection'], {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'preferred',
    })
    const excluded = options['excludeCredentials'] as { id: string }[]
    assert.deepEqual(
      excluded.map(({ id }) => id),
      [device.id],
    )
    const { allowCredentials = [], userVerification, rpId } = await beginLogin(ask)
    assert.deepEqual([allowCredentials, userVerification, rpId], [[], 'preferred', 'localhost'])
  })

  it('is renamed and removed by whoever has it, and by nobody else', async () => {
    const { ask, owner, invite } = await accountsServer()
    const rita = await invite('Rita', 'reader')
    const { device, passkey } = await added(rita)
    const at = `/auth/passkeys/${passkey.id}`

    assertProblem(await owner.ask('PATCH', at, { name: 'Mine' }), [404, 'auth.not_found'])
    assertProblem(await owner.ask('DELETE', at), [404, 'auth.not_found'])
    const renamed = await rita.ask('PATCH', at, { name: 'Laptop' })
    assert.equal((renamed.json as Passkey).name, 'Laptop')
    assert.equal((await rita.ask('DELETE', at)).status, 200)
    assert.deepEqual((await rita.ask('GET', '/auth/passkeys')).json, [])
    assertProblem(await login(ask, device), refused)
    assertProblem(await rita.ask('DELETE', at), [404, 'auth.not_found'])
  })

  it('is taken back by an owner of the server, with tokens and sessions, and the password stays', async () => {
    const { ask, owner, invite, token, logIn } = await accountsServer()
    const [rita, paul] = [await invite('Rita', 'reader'), await invite('Paul', 'owner')]
    const { device } = await added(rita)
    const program = await token(rita)
    const keys = `/auth/accounts/${rita.id}/keys`

    assertProblem(await paul.ask('DELETE', keys), [403, 'forbidden'])
    assert.equal((await program.ask('GET', '/tables')).status, 200)
    assert.equal((await owner.ask('DELETE', keys)).status, 200)
    assertProblem(await login(ask, device), refused)
    for (const { ask: asks } of [rita, program]) {
      assertProblem(await asks('GET', '/tables'), [401, 'unauthenticated'])
    }
    const again = await logIn('Rita')
    assert.deepEqual((await again.ask('GET', '/auth/passkeys')).json, [])
    assert.deepEqual((await again.ask('GET', '/auth/tokens')).json, [])
    const nobody = await owner.ask('DELETE', '/auth/accounts/nobody/keys')
    assertProblem(nobody, [404, 'auth.not_found'])
  })

  it('goes with its account', async () => {
    const { ask, owner, invite } = await accountsServer()
    const rita = await invite('Rita', 'reader')
    const { device } = await added(rita)
    await owner.ask('DELETE', `/auth/accounts/${rita.id}`)
    assertProblem(await login(ask, device), refused)
  })

  it('is added by a session alone, and not by a token', async () => {
    const { owner, token, ask } = await accountsServer()
    const program = await token(owner)
    const forbidden = [403, 'forbidden'] as const
    assertProblem(await program.ask('POST', '/auth/passkeys/options', {}), forbidden)
    assertProblem(await program.ask('GET', '/auth/passkeys'), forbidden)
    const credential = softwarePasskey().create(await begin(owner))
    assertProblem(await program.ask('POST', '/auth/passkeys', { name: 'x', credential }), forbidden)
    const nobody = await ask('POST', '/auth/passkeys', { name: 'x', credential })
    assertProblem(nobody, [401, 'unauthenticated'])
  })

  it('is one of no more than so many', async () => {
    const { owner } = await accountsServer()
    for (let n = 0; n < maxPasskeys - 1; n++) await added(owner)
    const early = await begin(owner)
    await added(owner)
    assertProblem(await owner.ask('POST', '/auth/passkeys/options', {}), [403, 'forbidden'])
    const credential = softwarePasskey().create(early)
    const late = await owner.ask('POST', '/auth/passkeys', { name: 'x', credential })
    assertProblem(late, [403, 'forbidden'])
    assert.equal(((await owner.ask('GET', '/auth/passkeys')).json as Passkey[]).length, maxPasskeys)
  })
})

describe('a new passkey is refused', () => {
  const bad = [422, 'auth.bad_passkey'] as const

  it('where a page of elsewhere has asked for it, or it is for another site', async () => {
    const { owner } = await accountsServer()
    assertProblem(await add(owner, softwarePasskey(), { origin: 'https://localhost' }), bad)
    assertProblem(await add(owner, softwarePasskey(), { origin: 'http://localhost:1' }), bad)
    assertProblem(await add(owner, softwarePasskey(), { site: 'example.com' }), bad)
    assert.deepEqual((await owner.ask('GET', '/auth/passkeys')).json, [])
  })

  it('where its challenge was used before, is of somebody else, or is for a login', async () => {
    const { ask, owner, invite } = await accountsServer()
    const rita = await invite('Rita', 'reader')
    const lost = [400, 'auth.challenge_lost'] as const

    const options = await begin(owner)
    assert.equal((await put(owner, options)).status, 200)
    assertProblem(await put(owner, options), lost)
    assertProblem(await put(rita, await begin(owner)), lost)
    const { challenge } = await beginLogin(ask)
    assertProblem(await put(owner, { ...(await begin(owner)), challenge }), lost)
    const other = await accountsServer()
    assertProblem(await put(owner, await begin(other.owner)), lost)
    assertProblem(await put(owner, { ...options, challenge: 'AAAA' }), lost)
  })

  it('where somebody has it already', async () => {
    const { owner, invite } = await accountsServer()
    const rita = await invite('Rita', 'reader')
    const { device } = await added(rita)
    assertProblem(await add(owner, device), bad)
  })

  it('where it is none', async () => {
    const { owner } = await accountsServer()
    const credential = softwarePasskey().create(await begin(owner))
    const response = { ...credential.response, attestationObject: 'oWNmbXRkbm9uZQ' }
    const body = { name: 'x', credential: { ...credential, response } }
    assertProblem(await owner.ask('POST', '/auth/passkeys', body), bad)
  })
})

describe('a login with a passkey is refused', () => {
  it('where a page of elsewhere has asked for it, or it is for another site', async () => {
    const { ask, owner } = await accountsServer()
    const { device } = await added(owner)
    for (const mischief of [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:8080' },
      { site: 'evil.example' },
      { type: 'webauthn.create' },
    ]) {
      assertProblem(await login(ask, device, mischief), refused, JSON.stringify(mischief))
    }
    const credential = device.get(await beginLogin(ask))
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const sent = await ask('POST', '/auth/passkeys/login', { credential }, elsewhere)
    assert.equal(sent.status, 403)
  })

  it('where it is sent a second time', async () => {
    const { ask, owner } = await accountsServer()
    const { device } = await added(owner, softwarePasskey({ counts: false }))
    const credential = device.get(await beginLogin(ask))
    assert.equal((await ask('POST', '/auth/passkeys/login', { credential })).status, 200)
    const again = await ask('POST', '/auth/passkeys/login', { credential })
    assertProblem(again, [400, 'auth.challenge_lost'])
    assert.equal((await login(ask, device)).status, 200)
  })

  it('where nobody has it, or it names somebody else', async () => {
    const { ask, owner, invite } = await accountsServer()
    const rita = await invite('Rita', 'reader')
    const { device } = await added(rita)
    assertProblem(await login(ask, softwarePasskey()), refused)
    const userHandle = Buffer.from(owner.id).toString('base64url')
    assertProblem(await login(ask, device, { userHandle }), refused)
  })

  it('where another key has signed it', async () => {
    const { ask, owner } = await accountsServer()
    const { device } = await added(owner)
    const options = await beginLogin(ask)
    const { response } = softwarePasskey().get(options)
    const credential = { ...device.get(options), response: { ...response, userHandle: null } }
    assertProblem(await ask('POST', '/auth/passkeys/login', { credential }), refused)
  })

  it('where its counter does not grow', async () => {
    const { ask, owner } = await accountsServer()
    const { device } = await added(owner)
    assert.equal((await login(ask, device)).status, 200)
    device.setCounter(1)
    assertProblem(await login(ask, device), refused)
    assert.equal((await login(ask, device)).status, 200)
  })

  it('after too many wrong tries, and others are let in', async () => {
    const { ask, owner, invite } = await accountsServer()
    const rita = await invite('Rita', 'reader')
    const [{ device }, { device: hers }] = [await added(owner), await added(rita)]
    const wrong = { site: 'evil.example' }
    for (let n = 0; n < 10; n++) assertProblem(await login(ask, device, wrong), refused)
    const tooMany = await login(ask, device)
    assertProblem(tooMany, [429, 'auth.too_many_tries'])
    assert.ok(Number(tooMany.headers.get('retry-after')) > 0)
    assert.equal((await login(ask, hers)).status, 200)
  })
})

describe('passkeys are a way in', () => {
  it('by a name with https, or on this machine', async () => {
    for (const [url, at, expected] of [
      [null, 'http://localhost:3200', true],
      [null, 'http://127.0.0.1:3200', false],
      [null, 'http://plan.example.com', false],
      ['https://plan.example.com/triptych', 'http://10.0.0.1', true],
      ['http://plan.example.com', 'http://localhost', false],
      ['https://10.0.0.1', 'http://10.0.0.1', false],
      ['https://[::1]', 'http://localhost', false],
    ] as const) {
      const triptych = await server({ auth: 'accounts', url })
      const { passkeys } = (await askAt(triptych, 'GET', `${at}/auth`)) as Entry
      assert.equal(passkeys, expected, `${url} ${at}`)
    }
  })

  it('of the site that the setting names, whatever a request calls the server', async () => {
    const triptych = await server({ auth: 'accounts', url: 'https://plan.example.com' })
    const begun = await askAt(triptych, 'POST', 'http://localhost/auth/passkeys/login/options')
    assert.equal((begun as PasskeyLoginOptions).rpId, 'plan.example.com')
  })

  it('and nowhere else can one be begun', async () => {
    const { triptych } = await accountsServer()
    const path = '/auth/passkeys/login/options'
    const elsewhere = (await askAt(triptych, 'POST', `http://plan.example.com${path}`)) as Problem
    assert.equal(elsewhere.code, 'auth.no_passkeys')
    assertProblem(await send(await server(), 'POST', path), [404, 'auth.no_accounts'])
  })
})

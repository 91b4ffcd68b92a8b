import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import type { Account, Entry, MadeLink, Session, Token } from '@triptych/contract/accounts'
import { assertProblem, send, server } from '../../../test/fixtures/api.ts'
import {
  accountsServer,
  cookieOf,
  password,
  secretOf,
} from '../../../test/fixtures/accounts-api.ts'
import { leastCpu } from '../../../test/fixtures/least-cpu.ts'

const ours = { 'sec-fetch-site': 'same-origin' }

describe('a server without accounts', () => {
  it('says that nobody has to say who they are', async () => {
    const triptych = await server()

    const { json } = await send(triptych, 'GET', '/auth')
    assert.deepEqual(json, {
      accounts: false,
      password: false,
      passkeys: false,
      mail: false,
      provider: null,
      you: {
        id: null,
        name: 'local',
        isOwner: true,
        by: 'open',
        places: [{ workspace: 'main', role: 'owner' }],
      },
    })
    assert.equal(await triptych.firstOwnerLink(), null)
  })

  it('has nothing of accounts', async () => {
    const triptych = await server()
    const login = await send(triptych, 'POST', '/auth/login', { name: 'a', password: 'b' })
    assertProblem(login, [404, 'auth.no_accounts'])
    assertProblem(await send(triptych, 'GET', '/auth/accounts'), [404, 'auth.no_accounts'])
  })
})

describe('whoever is not known', () => {
  it('gets nothing but what is for everybody', async () => {
    const { ask } = await accountsServer()

    for (const path of [
      '/files',
      '/tasks',
      '/tables',
      '/workspaces',
      '/events',
      '/metrics',
      '/w/x/files',
    ]) {
      const answer = await ask('GET', path)
      assertProblem(answer, [401, 'unauthenticated'], path)
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="triptych"')
    }
    for (const path of ['/health', '/health/live', '/openapi.json', '/auth', '/', '/favicon.ico']) {
      assert.notEqual((await ask('GET', path)).status, 401, path)
    }
    assert.equal(((await ask('GET', '/auth')).json as Entry).you, null)
  })

  it('finds the page alike whether or not there is such a workspace', async () => {
    const { ask, owner } = await accountsServer()
    await owner.ask('POST', '/workspaces', { name: 'secret' })

    const there = await ask('GET', '/w/secret/')
    const missing = await ask('GET', '/w/missing/')
    assert.deepEqual([there.status, there.json], [missing.status, missing.json])
  })
})

describe('a server with accounts', () => {
  it('answers under whichever name it is asked', async () => {
    const { triptych } = await accountsServer()
    const { port } = await triptych.listen()
    const asked = get({ port, host: '127.0.0.1', path: '/auth', headers: { host: 'plan.example' } })
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    response.resume()
    assert.equal(response.statusCode, 200)
  })

  it('tells its log no secret', async () => {
    const seen: unknown[] = []
    const { ask, owner, token } = await accountsServer({}, (observed) => seen.push(observed))
    const made = await token(owner)
    await ask('GET', `/tables?access_token=${made.token}`)
    await ask('GET', `/tables?access_token=${made.token}&no-such=1`)
    await ask('POST', '/auth/login', { name: 'Olga', password: 'wrong canary' })

    const log = JSON.stringify(seen)
    assert.ok(log.includes('/tables'))
    for (const secret of [made.token, owner.cookie.split('=')[1]!, 'wrong canary', password]) {
      assert.ok(!log.includes(secret), secret)
    }
  })
})

describe('a login', () => {
  it('is answered with a session that lets in', async () => {
    const { ask, owner, logIn } = await accountsServer()
    const { cookie } = await logIn('  oLGA ')

    assert.notEqual(cookie, owner.cookie)
    const { json } = await ask('GET', '/auth', undefined, { cookie })
    const { you } = json as Entry
    assert.deepEqual([you?.name, you?.isOwner, you?.by], ['Olga', true, 'session'])
    assert.equal((await ask('GET', '/tables', undefined, { cookie })).status, 200)
  })

  it('gives a cookie that scripts and other sites do not get', async () => {
    const { ask } = await accountsServer()
    const plain = await ask('POST', '/auth/login', { name: 'Olga', password })
    assert.match(
      plain.headers.get('set-cookie') ?? '',
      /^triptych=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000$/,
    )

    const secure = await accountsServer({ url: 'https://a.test' })
    assert.match(secure.owner.cookie, /^__Host-triptych=[\w-]{43}$/)
    const answer = await secure.ask('POST', '/auth/login', { name: 'Olga', password })
    assert.match(answer.headers.get('set-cookie') ?? '', /; Secure; /)
  })

  it('is refused alike with a wrong password and with an unknown name', async () => {
    const { ask } = await accountsServer()
    const wrong = await ask('POST', '/auth/login', { name: 'Olga', password: 'another one' })
    const unknown = await ask('POST', '/auth/login', { name: 'Nobody', password })

    assertProblem(wrong, [401, 'auth.wrong_credentials'])
    assert.deepEqual(wrong.json, unknown.json)
    assert.equal(wrong.headers.get('set-cookie'), null)
  })

  it('costs as much with an unknown name', async () => {
    const { ask } = await accountsServer()
    const attempt = (name: string) => ask('POST', '/auth/login', { name, password: 'wrong one' })
    const times = await leastCpu(
      () => attempt('Olga'),
      () => attempt('Nobody'),
    )

    const [longer, shorter] = [Math.max(...times), Math.min(...times)]
    assert.ok(longer < 2.5 * shorter, times.join(' '))
  })

  it('is refused after ten wrong tries, with the right password, too', async () => {
    const { ask } = await accountsServer()
    const attempt = (word: string) => ask('POST', '/auth/login', { name: 'Olga', password: word })
    for (let n = 0; n < 9; n++) assert.equal((await attempt('wrong')).status, 401)
    assert.equal((await attempt(password)).status, 200)
    for (let n = 0; n < 10; n++) assert.equal((await attempt('wrong')).status, 401)

    const refused = await attempt(password)
    assertProblem(refused, [429, 'auth.too_many_tries'])
    assert.equal(refused.headers.get('retry-after'), '900')
    const other = await ask('POST', '/auth/login', { name: 'Other', password: 'wrong' })
    assert.equal(other.status, 401)
  })

  it('counts tries that come at once one by one', async () => {
    const { ask } = await accountsServer()
    const answers = await Promise.all(
      Array.from({ length: 14 }, () =>
        ask('POST', '/auth/login', { name: 'Olga', password: 'wrong' }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 429).length, 4)
  })

  it('is refused after fifty wrong tries from one address', async () => {
    const { triptych } = await accountsServer()
    const { url } = await triptych.listen()
    const attempt = async (name: string, word: string) => {
      const body = JSON.stringify({ name, password: word })
      const { status } = await fetch(`${url}auth/login`, { method: 'POST', body })
      return status
    }
    for (let n = 0; n < 50; n++) {
      assert.equal(await attempt(`n${n}`, 'wrong'), 401)
      // Who gets in is none of them.
      if (n % 20 === 0) assert.equal(await attempt('Olga', password), 200)
    }
    assert.equal(await attempt('n50', 'wrong'), 429)
    assert.equal(await attempt('Olga', password), 429)
  })

  it('ends the session that the browser had, so that nobody can give it one beforehand', async () => {
    const { ask, owner } = await accountsServer()
    const answer = await ask(
      'POST',
      '/auth/login',
      { name: 'Olga', password },
      { cookie: owner.cookie },
    )
    const cookie = cookieOf(answer)

    assert.notEqual(cookie, owner.cookie)
    assert.equal((await owner.ask('GET', '/tables')).status, 401)
    const fixed = { cookie: `triptych=${'A'.repeat(43)}` }
    const planted = await ask('POST', '/auth/login', { name: 'Olga', password }, fixed)
    assert.notEqual(cookieOf(planted), fixed.cookie)
    assert.equal((await ask('GET', '/tables', undefined, fixed)).status, 401)
  })

  it('is not for pages of elsewhere', async () => {
    const { ask } = await accountsServer()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:9', 'content-type': 'text/plain' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await ask('POST', '/auth/login', { name: 'Olga', password }, headers)
      assertProblem(answer, [403, 'forbidden'])
    }
  })

  it('takes nothing that it does not know', async () => {
    const { ask } = await accountsServer()
    const body = { name: 'Olga', password, isOwner: true }
    assertProblem(await ask('POST', '/auth/login', body), [422, 'body.invalid'])
  })
})

describe('a session', () => {
  it('ends by logging out, on the server and in the browser', async () => {
    const { owner, logIn } = await accountsServer()
    const other = await logIn('Olga')
    const { headers, json } = await owner.ask('POST', '/auth/logout')

    assert.deepEqual(json, {})
    assert.match(headers.get('set-cookie') ?? '', /^triptych=; .*Max-Age=0$/)
    assert.equal((await owner.ask('GET', '/tables')).status, 401)
    assert.equal((await other.ask('GET', '/tables')).status, 200)
    assert.equal((await owner.ask('POST', '/auth/logout')).status, 200)
  })

  it('is listed and ended one by one', async () => {
    const { owner, logIn } = await accountsServer()
    const other = await logIn('Olga')
    const { json } = await owner.ask('GET', '/auth/sessions', undefined, { 'user-agent': 'B' })
    const sessions = json as Session[]
    assert.deepEqual(
      sessions.map(({ isThis }) => isThis),
      [true, false],
    )
    assert.doesNotMatch(JSON.stringify(json), /hash|account/)

    const { status } = await owner.ask('DELETE', `/auth/sessions/${sessions[1]!.id}`)
    assert.equal(status, 200)
    assert.equal((await other.ask('GET', '/tables')).status, 401)
    assert.equal((await owner.ask('GET', '/tables')).status, 200)
    const again = await owner.ask('DELETE', `/auth/sessions/${sessions[1]!.id}`)
    assertProblem(again, [404, 'auth.not_found'])
  })

  it('of somebody else is not there', async () => {
    const { owner, invite } = await accountsServer()
    const eve = await invite('Eve', 'editor')
    const { json } = await owner.ask('GET', '/auth/sessions')
    const [session] = json as Session[]

    assertProblem(await eve.ask('DELETE', `/auth/sessions/${session!.id}`), [404, 'auth.not_found'])
    assert.equal((await owner.ask('GET', '/tables')).status, 200)
  })

  it('changes nothing without a proof that a page of ours asks', async () => {
    const { ask, owner } = await accountsServer({ cors: ['https://app.example'] })
    const { cookie } = owner
    const make = (headers: Record<string, string>) =>
      ask(
        'POST',
        '/workspaces',
        { name: `w${Math.random().toString(36).slice(2)}` },
        { cookie, ...headers },
      )

    assert.equal((await make({})).status, 401)
    assert.equal((await make({ 'sec-fetch-site': 'cross-site' })).status, 403)
    assert.equal((await make({ origin: 'https://evil.example' })).status, 403)
    assert.equal((await make({ origin: 'null' })).status, 403)
    assert.equal((await make(ours)).status, 200)
    assert.equal((await make({ origin: 'http://localhost', host: 'localhost' })).status, 200)
    assert.equal((await make({ origin: 'https://app.example' })).status, 200)
  })
})

describe('a change of the password', () => {
  it('ends all other sessions, and lets in with the new one only', async () => {
    const { ask, owner, logIn } = await accountsServer()
    const other = await logIn('Olga')
    const next = 'another long one'
    const wrong = await owner.ask('POST', '/auth/password', { current: 'wrong', next })
    assertProblem(wrong, [422, 'auth.wrong_password'])
    const short = await owner.ask('POST', '/auth/password', { current: password, next: 'short' })
    assertProblem(short, [422, 'body.invalid'])

    const done = await owner.ask('POST', '/auth/password', { current: password, next })
    assert.deepEqual(done.json, {})
    assert.equal((await owner.ask('GET', '/tables')).status, 200)
    assert.equal((await other.ask('GET', '/tables')).status, 401)
    assert.equal((await ask('POST', '/auth/login', { name: 'Olga', password })).status, 401)
    await logIn('Olga', next)
  })
})

describe('a token', () => {
  it('is shown once, kept nowhere as it is, and lets in by header and by address', async () => {
    const { ask, owner, token } = await accountsServer()
    const made = await token(owner, { name: 'backup' })

    assert.match(made.token, /^trp_[\w-]{43}$/)
    const listed = await owner.ask('GET', '/auth/tokens')
    assert.doesNotMatch(JSON.stringify(listed.json), /trp_|hash/)
    assert.equal((listed.json as Token[])[0]?.name, 'backup')
    assert.equal((await made.ask('GET', '/tables')).status, 200)
    assert.equal((await ask('GET', `/tables?access_token=${made.token}`)).status, 200)
    assert.equal((await ask('GET', `/changes?limit=1&access_token=${made.token}`)).status, 200)
    assert.equal((await ask('GET', `/tables?access_token=${made.token}x`)).status, 401)
    const bad = { authorization: `Bearer ${made.token.slice(0, -1)}` }
    assert.equal((await ask('GET', '/tables', undefined, bad)).status, 401)
    assert.equal((await owner.ask('GET', '/tables', undefined, bad)).status, 401)
  })

  it('may at most what was said, where it was said', async () => {
    const { owner, token } = await accountsServer()
    await owner.ask('POST', '/workspaces', { name: 'other' })
    const reader = await token(owner, { access: 'read', workspaces: ['main'] })

    assert.equal((await reader.ask('GET', '/tables')).status, 200)
    const table = { name: 't', columns: [{ name: 'a', type: 'text' }] }
    assertProblem(await reader.ask('POST', '/tables', table), [403, 'forbidden'])
    assertProblem(await reader.ask('GET', '/w/other/tables'), [404, 'workspaces.not_found'])
    assert.deepEqual((await reader.ask('GET', '/workspaces')).json, [
      { name: 'main', title: 'main' },
    ])
    assertProblem(await reader.ask('GET', '/metrics'), [403, 'forbidden'])
    const { you } = (await reader.ask('GET', '/auth')).json as Entry
    assert.deepEqual([you?.by, you?.isOwner, you?.places.length], ['token', false, 1])
  })

  it('makes no tokens and no owners, and ends no sessions', async () => {
    const { owner, token } = await accountsServer()
    const { ask } = await token(owner)

    for (const [method, path, body] of [
      ['POST', '/auth/tokens', { name: 'x', access: 'write' }],
      ['GET', '/auth/tokens', undefined],
      ['GET', '/auth/sessions', undefined],
      ['POST', '/auth/password', { current: password, next: 'another long one' }],
      ['POST', `/auth/accounts/${owner.id}/link`, undefined],
      ['PATCH', `/auth/accounts/${owner.id}`, { name: 'x' }],
    ] as const) {
      assertProblem(await ask(method, path, body), [403, 'forbidden'], path)
    }
    assert.equal((await ask('POST', '/workspaces', { name: 'made' })).status, 200)
  })

  it('is worth nothing once it is taken back, and only its owner can', async () => {
    const { owner, token, invite } = await accountsServer()
    const made = await token(owner)
    const eve = await invite('Eve', 'editor')
    assertProblem(await eve.ask('DELETE', `/auth/tokens/${made.id}`), [404, 'auth.not_found'])
    assert.equal((await made.ask('GET', '/tables')).status, 200)

    assert.equal((await owner.ask('DELETE', `/auth/tokens/${made.id}`)).status, 200)
    assert.equal((await made.ask('GET', '/tables')).status, 401)
  })

  it('is never made for a workspace that one does not see', async () => {
    const { owner, invite } = await accountsServer()
    await owner.ask('POST', '/workspaces', { name: 'other' })
    const eve = await invite('Eve', 'editor')
    const body = { name: 'x', access: 'read', workspaces: ['other'] }
    assertProblem(await eve.ask('POST', '/auth/tokens', body), [404, 'workspaces.not_found'])
  })

  it('is not kept with its answer, whatever key is sent', async () => {
    const { owner } = await accountsServer()
    const body = { name: 'x', access: 'read' }
    const key = { 'idempotency-key': 'once' }
    const one = await owner.ask('POST', '/auth/tokens', body, key)
    const other = await owner.ask('POST', '/auth/tokens', body, key)
    assert.notDeepEqual(one.json, other.json)
  })
})

describe('a link that can be used once', () => {
  it('makes the first owner, once, and each one makes those before it useless', async () => {
    const triptych = await server({ auth: 'accounts' })
    const first = secretOf((await triptych.firstOwnerLink())!)
    const second = secretOf((await triptych.firstOwnerLink())!)
    const use = (secret: string, name: string) =>
      send(triptych, 'POST', '/auth/links/use', { secret, name, password })

    assertProblem(await use(first, 'Eve'), [404, 'auth.bad_link'])
    const look = await send(triptych, 'POST', '/auth/links/look', { secret: second })
    assert.deepEqual(
      { ...(look.json as object), expiresAt: '' },
      { kind: 'first-owner', name: null, place: null, expiresAt: '' },
    )
    const used = await Promise.all([use(second, 'Olga'), use(second, 'Eve')])
    assert.deepEqual(used.map(({ status }) => String(status)).toSorted(), ['200', '404'])
    assert.equal(await triptych.firstOwnerLink(), null)
  })

  it('invites somebody with a role, once', async () => {
    const { ask, owner } = await accountsServer()
    const made = await owner.ask('POST', '/auth/invitations', { workspace: 'main', role: 'reader' })
    const { link } = made.json as MadeLink
    assert.match(link, /^http:\/\/localhost\/#link=[\w-]{43}$/)
    const secret = secretOf(link)
    const taken = await ask('POST', '/auth/links/use', { secret, name: 'OLGA', password })
    assertProblem(taken, [409, 'auth.name_taken'])
    const more = { secret, name: 'Rita', password, isOwner: true }
    assertProblem(await ask('POST', '/auth/links/use', more), [422, 'body.invalid'])

    const { json } = await ask('POST', '/auth/links/use', { secret, name: 'Rita', password })
    const { you } = json as Entry
    assert.deepEqual([you?.isOwner, you?.places], [false, [{ workspace: 'main', role: 'reader' }]])
    const again = await ask('POST', '/auth/links/use', { secret, name: 'Eve', password })
    assertProblem(again, [404, 'auth.bad_link'])
  })

  it('adds a role to whoever is logged in, and takes none away', async () => {
    const { owner, invite } = await accountsServer()
    await owner.ask('POST', '/workspaces', { name: 'other' })
    const rita = await invite('Rita', 'editor')
    for (const workspace of ['other', 'main']) {
      const made = await owner.ask('POST', '/auth/invitations', { workspace, role: 'reader' })
      const secret = secretOf((made.json as MadeLink).link)
      assert.equal((await rita.ask('POST', '/auth/links/use', { secret })).status, 200)
    }

    const { you } = (await rita.ask('GET', '/auth')).json as Entry
    assert.deepEqual(you?.places, [
      { workspace: 'main', role: 'editor' },
      { workspace: 'other', role: 'reader' },
    ])
  })

  it('sets a password, which ends all sessions', async () => {
    const { ask, owner, invite, logIn } = await accountsServer()
    const rita = await invite('Rita', 'reader')
    const made = await owner.ask('POST', `/auth/accounts/${rita.id}/link`)
    const secret = secretOf((made.json as MadeLink).link)
    const look = await ask('POST', '/auth/links/look', { secret })
    assert.equal((look.json as { name: string }).name, 'Rita')
    const next = 'another long one'

    assert.equal((await ask('POST', '/auth/links/use', { secret, password: next })).status, 200)
    assert.equal((await rita.ask('GET', '/tables')).status, 401)
    await logIn('Rita', next)
    const again = await ask('POST', '/auth/links/use', { secret, password: next })
    assertProblem(again, [404, 'auth.bad_link'])
  })

  it('is worth nothing when whoever made it may invite no more', async () => {
    const { ask, owner, invite } = await accountsServer()
    const paul = await invite('Paul', 'owner')
    const made = await paul.ask('POST', '/auth/invitations', { workspace: 'main', role: 'owner' })
    const secret = secretOf((made.json as MadeLink).link)
    await owner.ask('PUT', '/auth/members', {
      workspace: 'main',
      kind: 'account',
      id: paul.id,
      role: 'editor',
    })

    const used = await ask('POST', '/auth/links/use', { secret, name: 'Eve', password })
    assertProblem(used, [404, 'auth.bad_link'])
  })
})

describe('accounts', () => {
  it('are for owners of the server alone', async () => {
    const { owner, invite } = await accountsServer()
    const paul = await invite('Paul', 'owner')

    for (const [method, path, body] of [
      ['GET', '/auth/accounts', undefined],
      ['PATCH', `/auth/accounts/${paul.id}`, { isOwner: true }],
      ['DELETE', `/auth/accounts/${owner.id}`, undefined],
      ['POST', `/auth/accounts/${owner.id}/link`, undefined],
      ['GET', '/auth/groups', undefined],
      ['POST', '/auth/groups', { name: 'x', members: [paul.id] }],
      ['POST', '/workspaces', { name: 'mine' }],
      ['GET', '/metrics', undefined],
    ] as const) {
      assertProblem(await paul.ask(method, path, body), [403, 'forbidden'], `${method} ${path}`)
    }
  })

  it('are changed in name and ownership, and in nothing else', async () => {
    const { owner, invite } = await accountsServer()
    const rita = await invite('Rita', 'reader')
    const change = (body: unknown) => owner.ask('PATCH', `/auth/accounts/${rita.id}`, body)

    assertProblem(await change({ password: 'x' }), [422, 'body.invalid'])
    assertProblem(await change({ id: 'x' }), [422, 'body.invalid'])
    assertProblem(await change({ name: 'olga' }), [409, 'auth.name_taken'])
    const { json } = await change({ name: 'Margarita', isOwner: true })
    assert.deepEqual([(json as Account).name, (json as Account).isOwner], ['Margarita', true])
    assert.equal((await rita.ask('GET', '/auth/accounts')).status, 200)
    const missing = await owner.ask('PATCH', '/auth/accounts/nobody', { name: 'x' })
    assertProblem(missing, [404, 'auth.not_found'])
  })

  it('always have an owner among them', async () => {
    const { owner, invite } = await accountsServer()
    const path = `/auth/accounts/${owner.id}`
    assertProblem(await owner.ask('DELETE', path), [409, 'auth.last_owner'])
    assertProblem(await owner.ask('PATCH', path, { isOwner: false }), [409, 'auth.last_owner'])

    const rita = await invite('Rita', 'reader')
    await owner.ask('PATCH', `/auth/accounts/${rita.id}`, { isOwner: true })
    assert.equal((await owner.ask('DELETE', path)).status, 200)
    assert.equal((await owner.ask('GET', '/tables')).status, 401)
    assert.equal((await rita.ask('GET', '/tables')).status, 200)
  })
})

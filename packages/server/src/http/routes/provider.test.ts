import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import type { Entry } from '@triptych/contract/accounts'
import { server } from '../../../test/fixtures/api.ts'
import { client, identityProvider, newBrowser } from '../../../test/fixtures/identity-provider.ts'
import type { Browser, IdentityProvider } from '../../../test/fixtures/identity-provider.ts'
import type { Config } from '../../config/config.ts'
import type { Triptych } from '../../main.ts'
import type { Observation } from '../../observe/observation.ts'

let provider: IdentityProvider
let triptych: Triptych
/** Without a slash at its end. */
let url = ''
let returnTo = ''
const seen: Observation[] = []

function settings(): Partial<Config> {
  return {
    auth: 'accounts',
    oidcIssuer: provider.issuer,
    oidcClientId: client.id,
    oidcClientSecret: client.secret,
    oidcName: 'Testing',
    oidcOwners: 'admins',
  }
}

before(async () => {
  provider = await identityProvider()
  triptych = await server(settings(), (one) => void seen.push(one))
  url = (await triptych.listen()).url.replace(/\/$/, '')
  returnTo = `${url}/auth/provider/return`
  provider.serve(returnTo)
  provider.people.set('ada', { name: 'Ada L.', groups: ['staff', 'admins'] })
  provider.people.set('bob', { name: 'Bob', groups: ['staff'] })
})
beforeEach(() => {
  provider.isDown = false
  seen.length = 0
})

/** Goes all the way, and answers where it ends. */
async function logIn(browser: Browser, login: string, to = '/'): Promise<Response> {
  const back = await browser.follow(`${url}/auth/provider?to=${to}`, returnTo, login)
  return browser.get(back)
}

async function entry(browser: Browser): Promise<Entry> {
  return (await (await fetch(`${url}/auth`, { headers: asPage(browser) })).json()) as Entry
}

/** What a page of ours sends in that browser. */
function asPage({ cookies }: Browser): Record<string, string> {
  const cookie = [...(cookies.get(url) ?? [])].map((pair) => pair.join('=')).join('; ')
  return { cookie, 'sec-fetch-site': 'same-origin' }
}

async function problem(answer: Response): Promise<[status: number, code: string, text: string]> {
  const { code, error } = (await answer.json()) as { code: string; error: string }
  return [answer.status, code, error]
}

describe('a login with the identity provider', () => {
  it('is offered, by its name', async () => {
    assert.deepEqual((await entry(newBrowser())).provider, { name: 'Testing' })
  })

  it('ends where it was to lead, in a session', async () => {
    const browser = newBrowser()
    const answer = await logIn(browser, 'ada', '/w/main/?view=1')
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.get('location'), '/w/main/?view=1')
    assert.match(answer.headers.get('set-cookie') ?? '', /^triptych=[\w-]{43}; .*HttpOnly/)
    const { you } = await entry(browser)
    assert.deepEqual([you?.name, you?.by, you?.isOwner], ['Ada L.', 'session', true])
  })

  it('is the same account the next time, in another browser', async () => {
    const [one, other] = [newBrowser(), newBrowser()]
    await logIn(one, 'bob')
    await logIn(other, 'bob')
    assert.equal((await entry(one)).you?.id, (await entry(other)).you?.id)
  })

  it('is asked with PKCE, state and nonce', async () => {
    const answer = await newBrowser().get(`${url}/auth/provider`)
    const { searchParams } = new URL(answer.headers.get('location')!)
    const asked = Object.fromEntries(searchParams)
    assert.equal(asked['code_challenge_method'], 'S256')
    assert.equal(asked['redirect_uri'], returnTo)
    assert.equal(asked['scope'], 'openid profile email groups')
    for (const name of ['state', 'nonce', 'code_challenge']) assert.ok(asked[name]!.length > 40)
    const cookie = answer.headers.get('set-cookie') ?? ''
    assert.match(cookie, /^triptych-login=.*; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
    for (const name of ['state', 'nonce']) assert.ok(!cookie.includes(asked[name]!), 'it is sealed')
    assert.ok(!JSON.stringify([...answer.headers]).includes(client.secret))
  })

  it('puts people into those of our groups that the provider names, and takes them out', async () => {
    const owner = newBrowser()
    await logIn(owner, 'ada')
    const headers = asPage(owner)
    const made = await fetch(`${url}/auth/groups`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Staff', members: [] }),
    })
    const { id } = (await made.json()) as { id: string }
    const role = { workspace: 'main', kind: 'group', id, role: 'editor' }
    await fetch(`${url}/auth/members`, { method: 'PUT', headers, body: JSON.stringify(role) })

    const bob = newBrowser()
    await logIn(bob, 'bob')
    assert.deepEqual((await entry(bob)).you?.places, [{ workspace: 'main', role: 'editor' }])
    provider.people.set('bob', { name: 'Bob', groups: [] })
    await logIn(newBrowser(), 'bob')
    assert.deepEqual((await entry(bob)).you?.places, [])
  })

  it('makes an owner of whoever is in the group of owners, and of nobody else', async () => {
    const browser = newBrowser()
    provider.people.set('eve', { name: 'Eve', groups: ['admins'] })
    await logIn(browser, 'eve')
    assert.equal((await entry(browser)).you?.isOwner, true)
    provider.people.set('eve', { name: 'Eve', groups: ['Admins2'] })
    await logIn(browser, 'eve')
    assert.equal((await entry(browser)).you?.isOwner, false)
  })
})

describe('a login at a server that is found by https, below a prefix', () => {
  it('comes back there, with a cookie that no other host can set', async () => {
    const other = await server({ ...settings(), url: 'https://t.example/x', base: '/x' })
    const { url: own } = await other.listen()
    const answer = await newBrowser().get(`${own}auth/provider?to=/x/w/main/`)
    const { searchParams } = new URL(answer.headers.get('location')!)
    assert.equal(searchParams.get('redirect_uri'), 'https://t.example/x/auth/provider/return')
    assert.match(answer.headers.get('set-cookie')!, /^__Host-triptych-login=.*; Secure/)
    for (const to of ['/', '/y', '/xy', '/x/../y', '/x/%2e%2e/y']) {
      const refused = await newBrowser().get(`${own}auth/provider?to=${to}`)
      assert.deepEqual((await problem(refused)).slice(0, 2), [422, 'query.invalid'], to)
    }
  })
})

describe('a login is refused', () => {
  it('that leads elsewhere', async () => {
    const elsewhere = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/a//b',
      'evil',
    ]
    for (const to of [
      ...elsewhere,
      '',
      '/\t/evil.example',
      '/%0a',
      'javascript:alert(1)',
      '\\\\a',
    ]) {
      const answer = await newBrowser().get(`${url}/auth/provider?to=${encodeURIComponent(to)}`)
      if (to === '/%0a') assert.equal(answer.status, 303, 'a path, whatever it names')
      else assert.deepEqual((await problem(answer)).slice(0, 2), [422, 'query.invalid'], to)
    }
  })

  it('that ends in another browser than it began in', async () => {
    const browser = newBrowser()
    const back = await browser.follow(`${url}/auth/provider`, returnTo, 'ada')
    const victim = newBrowser()
    const answer = await victim.get(back)
    assert.equal(answer.headers.get('set-cookie'), null)
    assert.deepEqual((await problem(answer)).slice(0, 2), [400, 'auth.login_lost'])
    assert.equal((await entry(victim)).you, null)
  })

  it('and says so on a page, where somebody looks at it', async () => {
    const headers = { accept: 'text/html,*/*;q=0.8' }
    const answer = await fetch(`${url}/auth/provider/return?error=%3Cb%3E&state=none`, { headers })
    const html = await answer.text()
    assert.equal(answer.status, 400)
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
    assert.match(html, /The login has failed/)
    assert.match(html, /<a href="\/">Try again<\/a>/)
    assert.doesNotMatch(html, /<b>/)
  })

  it('that answers another one of the same browser', async () => {
    const browser = newBrowser()
    const back = await browser.follow(`${url}/auth/provider`, returnTo, 'ada')
    await browser.get(`${url}/auth/provider`)
    assert.deepEqual((await problem(await browser.get(back)))[1], 'auth.login_lost')
  })

  it('that comes a second time', async () => {
    const browser = newBrowser()
    const back = await browser.follow(`${url}/auth/provider`, returnTo, 'ada')
    assert.equal((await browser.get(back)).status, 303)
    const [status, code, text] = await problem(await browser.get(back))
    assert.deepEqual([status, code], [401, 'auth.login_refused'])
    assert.match(text, /\(invalid_grant\)/)
  })

  it('with the code of somebody else’s: it belongs to another verifier', async () => {
    const [one, other] = [newBrowser(), newBrowser()]
    const stolen = await one.follow(`${url}/auth/provider`, returnTo, 'ada')
    const own = new URL(await other.follow(`${url}/auth/provider`, returnTo, 'bob'))
    own.searchParams.set('code', new URL(stolen).searchParams.get('code')!)
    assert.deepEqual((await problem(await other.get(own.href)))[1], 'auth.login_refused')
    assert.equal((await entry(other)).you, null)
  })

  it('with a cookie that is not ours, or is ten minutes old', async (t) => {
    const browser = newBrowser()
    const back = await browser.follow(`${url}/auth/provider`, returnTo, 'ada')
    const jar = browser.cookies.get(url)!
    const sealed = jar.get('triptych-login')!
    jar.set('triptych-login', `${sealed.slice(0, -4)}AAAA`)
    assert.deepEqual((await problem(await browser.get(back)))[1], 'auth.login_lost')
    jar.set('triptych-login', sealed)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 601_000 })
    assert.deepEqual((await problem(await browser.get(back)))[1], 'auth.login_lost')
  })

  it('that the person has broken off', async () => {
    const browser = newBrowser()
    const answer = await browser.get(`${url}/auth/provider`)
    const state = new URL(answer.headers.get('location')!).searchParams.get('state')
    const said = new URLSearchParams({
      error: 'access_denied',
      state: state!,
      iss: provider.issuer,
    })
    const [status, code, text] = await problem(await browser.get(`${returnTo}?${said.toString()}`))
    assert.deepEqual([status, code], [401, 'auth.login_refused'])
    assert.match(text, /access_denied/)
  })

  it('of another provider that has mixed itself in', async () => {
    const browser = newBrowser()
    const back = new URL(await browser.follow(`${url}/auth/provider`, returnTo, 'ada'))
    back.searchParams.set('iss', 'https://evil.example')
    assert.deepEqual((await problem(await browser.get(back.href)))[1], 'auth.login_refused')
  })
})

describe('a provider that is down', () => {
  it('is told to people, and why to whoever runs the server, without the secret', async () => {
    const other = await server(settings(), (one) => void seen.push(one))
    const own = (await other.listen()).url
    provider.isDown = true
    const [status, code, text] = await problem(await fetch(`${own}auth/provider`))
    assert.deepEqual([status, code], [503, 'unavailable'])
    assert.equal(text, 'The identity provider does not answer; try again later.')
    const failures = seen.filter((one) => one.kind === 'failure')
    assert.match(String(failures[0]?.error), /unexpected HTTP response status code/)
    assert.ok(!JSON.stringify(seen).includes(client.secret))

    provider.isDown = false
    assert.equal((await fetch(`${own}auth/provider`, { redirect: 'manual' })).status, 303)
  })

  it('while somebody logs in', async () => {
    const browser = newBrowser()
    const back = await browser.follow(`${url}/auth/provider`, returnTo, 'ada')
    provider.isDown = true
    assert.deepEqual((await problem(await browser.get(back))).slice(0, 2), [503, 'unavailable'])
  })
})

describe('a server without a provider', () => {
  it('has no such address', async () => {
    const plain = await server({ auth: 'accounts' })
    const { url: own } = await plain.listen()
    const answer = await fetch(`${own}auth/provider`)
    assert.equal(answer.status, 401)
  })
})

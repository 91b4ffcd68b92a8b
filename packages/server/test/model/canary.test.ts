import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { MadeLink, MadeToken } from '@triptych/contract/accounts'
import type { MadeShare } from '@triptych/contract/shares'
import SqliteDatabase from 'better-sqlite3'
import { formOf } from '../fixtures/files-api.ts'
import { patient } from '../fixtures/patient.ts'
import { newFolder, run, serving } from '../fixtures/run-program.ts'
import { access } from './access-table.ts'

/** What nobody must ever read again, by what it is. Here what we choose; what the server makes comes to it. */
const canaries: Record<string, string> = {
  'a password': 'canary-password-Zq8w',
  'a wrong password': 'canary-wrong-Zq8w',
  'a password before that': 'canary-earlier-Zq8w',
  'the password of a share': 'canary-share-Zq8w',
  'a wrong password of a share': 'canary-notshare-Zq8w',
  'the secret at a provider': 'canary-client-Zq8w',
  'the signature of a foreign token': 'canary-signature-Zq8w',
  'the password of a database': 'canary-database-Zq8w',
  'the key of a bucket': 'canary-bucket-Zq8w',
}

/** What was planted is kept like this; nobody but a backup needs it. */
const hashes: Record<string, string> = {}

const data = newFolder()
/** All that anybody was answered or told, and by what. */
const told: { what: string; text: string }[] = []
let url: string
let cookie: string
let stop: () => Promise<unknown>
let log: () => string

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function plant(what: string, secret: string): void {
  assert.ok(secret.length > 10, what)
  canaries[what] = secret
  hashes[`the hash of ${what}`] = sha256(secret)
}

/** As a page of ours asks. What it answers is not looked at: it may be where a secret is told, once. */
async function plainly(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const all = { cookie, 'sec-fetch-site': 'same-origin', ...headers }
  return fetch(`${url}${path}`, { method, headers: all, redirect: 'manual', ...sent })
}

async function asked<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await plainly(method, path, body)
  assert.equal(answer.status, 200, `${method} ${path}`)
  return (await answer.json()) as T
}

async function listenTo(what: string, answer: Response | Promise<Response>): Promise<void> {
  const { headers, status, body } = await answer
  told.push({ what, text: `${status} ${JSON.stringify([...headers])}` })
  if (!body) return
  if (!headers.get('content-type')?.startsWith('text/event-stream')) {
    told.push({ what, text: Buffer.from(await (await answer).arrayBuffer()).toString('latin1') })
    return
  }
  const one = { what, text: '' }
  told.push(one)
  void (async () => {
    for await (const text of body.pipeThrough(new TextDecoderStream())) one.text += text
  })().catch(() => {})
}

function assertUntold(secrets: Record<string, string>, texts: typeof told): void {
  for (const [name, secret] of Object.entries(secrets)) {
    // As it is, and as it would stand in an address, a header or a text of JSON.
    const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64url')]
    for (const { what, text } of texts) {
      for (const form of forms) assert.ok(!text.includes(form), `${name} is told by ${what}`)
    }
  }
}

async function command(...argv: string[]): Promise<{ what: string; text: string }> {
  const { ended, out, err } = run([...argv, '--data', data])
  assert.equal(await ended, 0, err())
  return { what: `triptych ${argv.join(' ')}`, text: out() + err() }
}

before(async () => {
  const settings = ['--auth', 'accounts', '--empty', '--no-page', '--log-level', 'debug']
  const provider = ['--oidc-issuer', 'http://127.0.0.1:9/', '--oidc-client-id', 'here']
  const issuer = ['--jwt-issuer', 'http://127.0.0.1:9/', '--jwt-audience', 'here']
  const served = await serving(['--data', data, ...settings, ...provider, ...issuer], {
    env: { TRIPTYCH_OIDC_CLIENT_SECRET: canaries['the secret at a provider']! },
  })
  stop = async () => (served.child.kill('SIGTERM'), served.ended)
  log = served.err
  url = served.url.replace(/\/$/, '')
  const printed = /#link=([\w-]+)\n/
  while (!printed.test(served.out())) await pause(5)
  const secret = printed.exec(served.out())![1]!
  plant('the link of the first owner', secret)

  cookie = ''
  const person = { name: 'Olga', password: canaries['a password before that'] }
  await comeIn(await plainly('POST', '/auth/links/use', { secret, ...person }))
  const change = { current: person.password, next: canaries['a password'] }
  await asked('POST', '/auth/password', change)
  const login = { name: 'Olga', password: change.next }
  await comeIn(await plainly('POST', '/auth/login', login))
  await fill()
})
after(() => stop())

let logins = 0
async function comeIn(answer: Response): Promise<void> {
  assert.equal(answer.status, 200, await answer.text())
  cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  plant(`session ${++logins}`, cookie.split('=')[1]!)
}

/** Something behind every route, and every kind of secret. */
async function fill(): Promise<void> {
  await asked('POST', '/workspaces', { name: 'team' })
  for (const at of ['', '/w/team']) {
    await asked('POST', `${at}/tables`, {
      name: 'films',
      columns: [{ name: 'name', type: 'text' }],
    })
    await asked('POST', `${at}/films`, { name: 'Alien' })
    for (const text of ['Dig', 'Build']) await asked('POST', `${at}/tasks`, { text })
    for (const [name, type] of [
      ['a.txt', 'file'],
      ['folder', 'folder'],
    ]) {
      await asked('POST', `${at}/files/%2F`, { name, type })
    }
  }
  const token = await asked<MadeToken>('POST', '/auth/tokens', { name: 'script', access: 'write' })
  plant('a token', token.token)
  const ended = await asked<MadeToken>('POST', '/auth/tokens', { name: 'old', access: 'read' })
  plant('a token that is over', ended.token)
  await asked('DELETE', `/auth/tokens/${ended.id}`)
  const invited = { workspace: 'main', role: 'reader' }
  const { link } = await asked<MadeLink>('POST', '/auth/invitations', invited)
  plant('an invitation', link.split('#link=')[1]!)
  const share = { id: '/folder', access: 'read', password: canaries['the password of a share'] }
  const shared = await asked<MadeShare>('POST', '/shares', share)
  plant('the secret of a share', shared.link.split('/').at(-1)!)
  const opened = await plainly('POST', `/shares/open/${canaries['the secret of a share']}`, {
    password: canaries['the password of a share'],
  })
  const pass = opened.headers.get('set-cookie')?.split(';')[0]?.split('=')[1]
  if (pass) plant('the cookie of a share', pass)
}

/** Every route in every way in which something could be said by mistake: as who may, and with secrets in wrong places. */
async function askEverything(): Promise<void> {
  await listenTo('events', plainly('GET', '/events?since=0'))
  const { 'a token': token, 'an invitation': link, 'the secret of a share': share } = canaries
  const jwt = `${jwtPart({ alg: 'RS256' })}.${jwtPart({ iss: 'http://127.0.0.1:9/' })}.${
    canaries['the signature of a foreign token']
  }`
  const attempts: [path: string, body: unknown, headers: Record<string, string>][] = [
    ['/auth/login', { name: 'Olga', password: canaries['a wrong password'] }, {}],
    ['/auth/login', { name: 'Olga', password: { is: canaries['a wrong password'] } }, {}],
    ['/auth/login', { name: canaries['a password'], password: canaries['a password'] }, {}],
    ['/auth/links/use', { secret: link, name: '', password: 'x' }, {}],
    ['/auth/links/look', { secret: canaries['the link of the first owner'] }, {}],
    ['/auth/password', { current: canaries['a wrong password'], next: 'x' }, {}],
    [`/shares/open/${share}`, { password: canaries['a wrong password of a share'] }, {}],
    [`/shares/open/${share}x`, { password: canaries['the password of a share'] }, {}],
    ['/films', `{"name": "${token}`, { cookie: '', authorization: `Bearer ${token}` }],
  ]
  for (const [path, body, headers] of attempts) {
    await listenTo(`POST ${path.split('/open/')[0]}`, plainly('POST', path, body, headers))
  }
  const over = canaries['a token that is over']
  for (const headers of [
    { authorization: `Bearer ${over}` },
    { authorization: `Bearer ${jwt}` },
    { authorization: `Basic ${token}` },
    { cookie: `triptych=${canaries['session 1']}` },
  ]) {
    await listenTo(
      'a wrong credential',
      plainly('GET', '/tables', undefined, { cookie: '', ...headers }),
    )
  }
  for (const query of [
    `access_token=${token}`,
    `access_token=${over}`,
    `no=1&access_token=${token}`,
  ]) {
    for (const path of ['/tables', '/none', '/films/x', '/w/none/films', '/events/x']) {
      await listenTo(path, plainly('GET', `${path}?${query}`, undefined, { cookie: '' }))
    }
  }
  await listenTo('a login at a provider', plainly('GET', '/auth/provider?to=/'))
  for (const [key, { path, body, file }] of Object.entries(access)) {
    if (key === 'GET /events' || key === 'POST /auth/logout') continue
    const [method = ''] = key.split(' ')
    const form =
      file === undefined ? null : formOf([{ name: 'file', filename: file, data: 'name\nB\n' }])
    const common = { cookie, 'sec-fetch-site': 'same-origin' }
    const at = / \/(auth|workspaces|health|metrics|openapi)\b/.test(key) ? '' : '/w/team'
    await listenTo(
      key,
      form
        ? fetch(`${url}${at}${path}`, {
            method,
            headers: { ...common, 'content-type': form.type },
            body: new Uint8Array(form.body),
          })
        : plainly(method, `${at}${path}`, body),
    )
  }
}

const jwtPart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a secret', () => {
  it('is in no answer, event or line of the log, and neither is its hash', async (t) => {
    await askEverything()
    await asked('POST', '/films', { name: 'the last one' })
    const events = told.findLast(({ what }) => what === 'events')!
    await t.waitFor(() => assert.match(events.text, /the last one/), patient)
    // What is there to be found is found.
    assert.throws(() => assertUntold({ it: 'the last one' }, told))
    assert.ok(told.length > 100, `${told.length}`)
    assert.match(log(), /"path":"\/tables"/)

    const all = [...told, { what: 'the log', text: log() }]
    assertUntold(canaries, all)
    assertUntold(hashes, all)
  })

  it('is in no archive and in nothing that a command prints; a backup has hashes alone', async () => {
    await stop()
    const folder = newFolder()
    const printed = [
      await command('workspace', 'export', 'main', join(folder, 'main.tar')),
      await command('backup', join(folder, 'backup')),
      await command('audit', 'export', 'main'),
      await command('audit', 'verify'),
      await command('user', 'list'),
    ]
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => ({
        what: name,
        text: readFileSync(join(parentPath, name), 'latin1'),
      }))
    assert.ok(files.some(({ what }) => what === 'accounts.json'))
    assert.ok(files.filter(({ what }) => what.endsWith('.tar')).length >= 2)

    assertUntold(canaries, [...printed, ...files])
    assertUntold(hashes, [...printed, ...files.filter(({ what }) => what !== 'accounts.json')])
  })

  it('is kept nowhere as it is', async () => {
    await stop()
    const databases = readdirSync(data, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sqlite'))
      .map((name) => {
        const raw = new SqliteDatabase(join(data, name))
        raw.pragma('wal_checkpoint(truncate)')
        raw.close()
        return { what: name, text: readFileSync(join(data, name), 'latin1') }
      })
    assert.ok(databases.some(({ what }) => what === 'accounts.sqlite'))
    assertUntold(canaries, databases)
  })
})

describe('a secret of a setting', () => {
  it('is not told where what it is for cannot be reached', async () => {
    const [word, key] = [canaries['the password of a database'], canaries['the key of a bucket']!]
    for (const { argv, env } of [
      { argv: ['--database', `postgres://me:${word}@127.0.0.1:9/x`], env: {} },
      { argv: ['--database', `postgres://me:${word}@127.0.0.1:x/y`], env: {} },
      {
        argv: ['--storage', 's3://bucket?endpoint=http://127.0.0.1:9&region=here'],
        env: { AWS_ACCESS_KEY_ID: 'me', AWS_SECRET_ACCESS_KEY: key },
      },
      { argv: ['--oidc-issuer', `http://me:${word}@example.com/`], env: {} },
      { argv: [], env: { TRIPTYCH_OIDC_CLIENT_SECRET: key } },
    ]) {
      const at = ['--data', newFolder(), '--port', '0', '--log-level', 'debug', '--empty']
      const { ended, out, err } = run(['serve', ...at, ...argv], { env })
      const code = await ended
      assert.notEqual(code, 0, argv.join(' '))
      assert.ok(err().length > 0)
      assertUntold(canaries, [{ what: argv[0] ?? 'a start', text: out() + err() }])
    }
  })
})

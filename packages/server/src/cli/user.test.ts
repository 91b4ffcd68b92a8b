import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { MadeToken } from '@triptych/contract/accounts'
import { isOneLine, newFolder, run, serving } from '../../test/fixtures/run-program.ts'

const password = 'a long password'

async function command(
  argv: string[],
  input = '',
): Promise<{ code: number | null; out: string; err: string }> {
  const { child, ended, out, err } = run(argv)
  child.stdin?.end(input)
  const code = await ended
  return { code, out: out(), err: err() }
}

/** The commands on data of a test's own. */
function users() {
  const data = join(newFolder(), 'data')
  const user = (argv: string[], input?: string) => command(['user', ...argv, '--data', data], input)
  const serve = (more: string[] = []) =>
    serving(['--data', data, '--auth', 'accounts', '--log-level', 'error', '--no-page', ...more])
  return { data, user, serve }
}

async function logIn(url: string, name: string, word: string): Promise<Response> {
  const body = JSON.stringify({ name, password: word })
  return fetch(`${url}auth/login`, { method: 'POST', body })
}

describe('triptych user', () => {
  it('makes accounts, shows them, and removes all but the last owner', async () => {
    const { user } = users()
    const made = await user(['add', 'Ada', '--owner', '--password-stdin'], `${password}\n`)
    assert.deepEqual(made, { code: 0, out: 'Ada is an owner of the server now.\n', err: '' })
    await user(['add', 'Bob', '--password-stdin'], password)
    const taken = await user(['add', ' ADA', '--password-stdin'], password)
    assert.equal(taken.code, 1)
    assert.match(taken.err, /called ADA already/)

    const { out } = await user(['list'])
    assert.match(out, /^\d{4}-\d\d-\d\d {2}Ada {2}\(owner\)\n\d{4}-\d\d-\d\d {2}Bob\n$/)
    const last = await user(['remove', 'ada'])
    assert.deepEqual([last.code, isOneLine(last.err)], [1, true])
    assert.equal((await user(['remove', 'bob'])).out, 'Bob is gone.\n')
    assert.match((await user(['remove', 'bob'])).err, /Nobody is called 'bob'/)
  })

  it('takes tokens back', async () => {
    const { user, serve } = users()
    await user(['add', 'Ada', '--owner', '--password-stdin'], password)
    const before = await serve()
    const cookie = (await logIn(before.url, 'Ada', password)).headers.get('set-cookie') ?? ''
    const made = await fetch(`${before.url}auth/tokens`, {
      method: 'POST',
      headers: { cookie: cookie.split(';')[0]!, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ name: 'x', access: 'read' }),
    })
    const { token } = (await made.json()) as MadeToken
    before.child.kill()
    await before.ended
    const { out } = await user(['revoke', 'ada'])
    assert.equal(out, 'Passkeys, tokens and sessions of Ada let nobody in any more.\n')

    const { url, child, ended } = await serve()
    const refused = await fetch(`${url}tables`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(refused.status, 401)
    assert.equal((await logIn(url, 'Ada', password)).status, 200)
    child.kill()
    await ended
  })

  it('prints a link where nobody is there to be asked for a password', async () => {
    const { user, serve } = users()
    const { code, out } = await user(['add', 'Ada', '--owner', '--url', 'https://plan.example'])
    assert.equal(code, 0)
    const [, secret] =
      /^Ada chooses a password by https:\/\/plan\.example\/#link=([\w-]{43})$/m.exec(out)!

    const { url, child, ended, out: served } = await serve()
    assert.doesNotMatch(served(), /first owner/)
    const body = JSON.stringify({ secret, password })
    const used = await fetch(`${url}auth/links/use`, { method: 'POST', body })
    assert.equal(used.status, 200)
    assert.equal((await logIn(url, 'Ada', password)).status, 200)
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  })

  it('gives another password, which alone lets in then', async () => {
    const { user, serve } = users()
    await user(['add', 'Ada', '--owner', '--password-stdin'], password)
    const next = 'another long one'
    const done = await user(['password', 'Ada', '--password-stdin'], `${next}\n`)
    assert.equal(done.out, 'Ada has another password now.\n')

    const { url, child, ended } = await serve()
    assert.equal((await logIn(url, 'Ada', password)).status, 401)
    assert.equal((await logIn(url, 'Ada', next)).status, 200)
    child.kill('SIGTERM')
    await ended
  })

  it('takes no password from the command line, and none that is too short', async () => {
    const { user } = users()
    const said = await user(['add', 'Ada', password])
    assert.equal(said.code, 2)
    const short = await user(['add', 'Ada', '--password-stdin'], 'short\n')
    assert.deepEqual([short.code, isOneLine(short.err)], [1, true])
    assert.match(short.err, /10 to 256 characters/)
    assert.match((await user(['add', 'A\nB'])).err, /is no name/)
    assert.match((await user(['list'])).err, /holds no data/)
  })
})

describe('triptych backup', () => {
  it('keeps what is on a server with accounts, by a token', async () => {
    const { user, serve } = users()
    await user(['add', 'Ada', '--owner', '--password-stdin'], password)
    const { url, child, ended } = await serve(['--empty'])
    const cookie = (await logIn(url, 'Ada', password)).headers.get('set-cookie')!.split(';')[0]!
    const made = await fetch(`${url}auth/tokens`, {
      method: 'POST',
      body: JSON.stringify({ name: 'backup', access: 'read' }),
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    const folder = newFolder()
    const file = join(folder, 'token')
    writeFileSync(file, `${((await made.json()) as MadeToken).token}\n`)

    const refused = await command(['backup', join(folder, 'kept'), '--url', url])
    assert.deepEqual([refused.code, refused.err.includes('401')], [1, true])
    const kept = await command(['backup', join(folder, 'kept'), '--url', url, '--token-file', file])
    assert.deepEqual([kept.code, kept.err], [0, ''])
    child.kill('SIGTERM')
    await ended
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type {
  Group,
  Invitation,
  MadeLink,
  Member,
  Role,
  Session,
} from '@triptych/contract/accounts'
import type { Change } from '@triptych/contract/changes'
import type { People } from '@triptych/contract/people'
import { assertProblem } from '../../../test/fixtures/api.ts'
import { accountsServer, password, secretOf } from '../../../test/fixtures/accounts-api.ts'
import type { AccountsServer, Somebody } from '../../../test/fixtures/accounts-api.ts'
import { patient } from '../../../test/fixtures/patient.ts'

const table = { name: 'notes', columns: [{ name: 'text', type: 'text' }] }

function give(to: Somebody, role: Role | null, workspace = 'main') {
  return { workspace, kind: 'account', id: to.id, role }
}

/** Follows the events; `isOver` as soon as the server has ended it. */
async function follow(
  t: TestContext,
  set: AccountsServer,
  headers: Record<string, string>,
  query = '',
) {
  const { url } = await set.triptych.listen()
  const away = new AbortController()
  t.after(() => away.abort())
  const response = await fetch(`${url}events${query}`, { headers, signal: away.signal })
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

describe('a role in a workspace', () => {
  it('is what one may there', async () => {
    const { owner, invite } = await accountsServer()
    const [rita, ed] = [await invite('Rita', 'reader'), await invite('Ed', 'editor')]

    assertProblem(await rita.ask('POST', '/tables', table), [403, 'forbidden'])
    assert.equal((await ed.ask('POST', '/tables', table)).status, 200)
    assertProblem(await rita.ask('POST', '/notes', { text: 'x' }), [403, 'forbidden'])
    assertProblem(await rita.ask('POST', '/tasks', { text: 'x' }), [403, 'forbidden'])
    const folder = { name: 'x', type: 'folder' }
    assertProblem(await rita.ask('POST', '/files/%2F', folder), [403, 'forbidden'])
    for (const path of ['/notes', '/tasks', '/files', '/changes', '/events/people']) {
      assert.equal((await rita.ask('GET', path)).status, 200, path)
    }
    for (const person of [rita, ed]) {
      assertProblem(await person.ask('GET', '/workspaces/main/export'), [403, 'forbidden'])
      assertProblem(await person.ask('GET', '/auth/members?workspace=main'), [403, 'forbidden'])
    }
    await owner.ask('PUT', '/auth/members', give(ed, 'owner'))
    assert.equal((await ed.ask('GET', '/workspaces/main/export')).status, 200)
    assert.equal((await ed.ask('GET', '/auth/members?workspace=main')).status, 200)
  })

  it('holds for each item of a batch', async () => {
    const { owner, invite } = await accountsServer()
    await owner.ask('POST', '/tables', table)
    const rita = await invite('Rita', 'reader')

    const item = { url: 'notes', method: 'POST', data: { text: 'x' } }
    const { json } = await rita.ask('POST', '/batch', [item])
    assert.equal((json as { code: string }[])[0]?.code, 'forbidden')
    assert.deepEqual((await owner.ask('GET', '/notes')).json, [])
  })

  it('is none where nothing was given: what is there is told as what is not', async () => {
    const { owner, invite } = await accountsServer()
    await owner.ask('POST', '/workspaces', { name: 'secret' })
    const paul = await invite('Paul', 'owner')

    assert.deepEqual((await paul.ask('GET', '/workspaces')).json, [{ name: 'main', title: 'main' }])
    for (const [method, path, body] of [
      ['GET', '/w/NAME/files', undefined],
      ['GET', '/w/NAME/events', undefined],
      ['POST', '/w/NAME/batch', []],
      ['GET', '/workspaces/NAME/export', undefined],
      ['GET', '/auth/members?workspace=NAME', undefined],
      ['GET', '/auth/invitations?workspace=NAME', undefined],
      ['POST', '/auth/invitations', { workspace: 'NAME', role: 'reader' }],
      ['PUT', '/auth/members', give(paul, 'owner', 'NAME')],
      ['POST', '/auth/tokens', { name: 'x', access: 'read', workspaces: ['NAME'] }],
    ] as const) {
      const answers = await Promise.all(
        ['secret', 'nosuch'].map(async (name) => {
          const sent = body && (JSON.parse(JSON.stringify(body).replace('NAME', name)) as unknown)
          const answer = await paul.ask(method, path.replace('NAME', name), sent)
          assertProblem(answer, [404, 'workspaces.not_found'], path)
          return JSON.stringify(answer.json).replaceAll(name, 'NAME')
        }),
      )
      assert.equal(answers[0], answers[1], path)
    }
    assert.equal((await owner.ask('GET', '/w/secret/files')).status, 200)
  })

  it('is that of a group, where it is higher', async () => {
    const { owner, invite } = await accountsServer()
    const rita = await invite('Rita', 'reader')
    const made = await owner.ask('POST', '/auth/groups', { name: 'Team', members: [rita.id] })
    const { id } = made.json as Group
    const grant = { workspace: 'main', kind: 'group', id, role: 'editor' }
    await owner.ask('PUT', '/auth/members', grant)
    assert.equal((await rita.ask('POST', '/tables', table)).status, 200)
    const { json } = await owner.ask('GET', '/auth/members?workspace=main')
    assert.deepEqual(
      (json as Member[]).map(({ kind, name, role }) => `${kind} ${name} ${role}`).toSorted(),
      ['account Rita reader', 'group Team editor'],
    )

    await owner.ask('PATCH', `/auth/groups/${id}`, { members: [] })
    assertProblem(await rita.ask('POST', '/notes', { text: 'x' }), [403, 'forbidden'])
    await owner.ask('PATCH', `/auth/groups/${id}`, { members: [rita.id] })
    assert.equal((await rita.ask('POST', '/notes', { text: 'x' })).status, 200)
    assert.equal((await owner.ask('DELETE', `/auth/groups/${id}`)).status, 200)
    assertProblem(await rita.ask('POST', '/notes', { text: 'x' }), [403, 'forbidden'])
    const unknown = await owner.ask('POST', '/auth/groups', { name: 'x', members: ['nobody'] })
    assertProblem(unknown, [404, 'auth.not_found'])
  })

  it('is given by owners of that workspace, and taken by them', async () => {
    const { owner, invite } = await accountsServer()
    await owner.ask('POST', '/workspaces', { name: 'other' })
    const paul = await invite('Paul', 'owner')
    const rita = await invite('Rita', 'reader')

    assert.equal((await paul.ask('PUT', '/auth/members', give(rita, 'editor'))).status, 200)
    assert.equal((await rita.ask('POST', '/tables', table)).status, 200)
    assert.equal((await paul.ask('PUT', '/auth/members', give(rita, null))).status, 200)
    assertProblem(await rita.ask('GET', '/tables'), [404, 'workspaces.not_found'])
    const nobody = { ...give(rita, 'reader'), id: 'nobody' }
    assertProblem(await paul.ask('PUT', '/auth/members', nobody), [404, 'auth.not_found'])
    const more = { ...give(rita, 'reader'), isOwner: true }
    assertProblem(await paul.ask('PUT', '/auth/members', more), [422, 'body.invalid'])
    assertProblem(await rita.ask('PUT', '/auth/members', give(rita, 'owner')), [
      404,
      'workspaces.not_found',
    ])
  })

  it('is given by name to those who may not list accounts, who cannot try names for ever', async () => {
    const { owner, invite } = await accountsServer()
    await owner.ask('POST', '/workspaces', { name: 'other' })
    await owner.ask('POST', '/auth/groups', { name: 'Team', members: [] })
    const paul = await invite('Paul', 'owner')
    await invite('Rita Reader', 'reader', 'other')
    const add = (name: string, kind = 'account') =>
      paul.ask('PUT', '/auth/members', { workspace: 'main', kind, name, role: 'reader' })
    assertProblem(await paul.ask('GET', '/auth/accounts'), [403, 'forbidden'])

    for (const name of ['Rita', 'rita reade', '%', 'Team']) {
      assertProblem(await add(name), [404, 'auth.not_found'], name)
    }
    const { json } = await add(' rita  READER')
    assert.deepEqual(
      (json as Member[]).map(({ name, role }) => `${name} ${role}`),
      ['Paul owner', 'Rita Reader reader'],
    )
    assert.equal((await add('team', 'group')).status, 200)
    const both = { workspace: 'main', kind: 'account', id: paul.id, name: 'Paul', role: 'reader' }
    const { id: _, name: __, ...neither } = both
    for (const body of [both, neither]) {
      assertProblem(await paul.ask('PUT', '/auth/members', body), [422, 'body.invalid'])
    }

    // Four were wrong, and what was right in between takes none of them back.
    for (let n = 0; n < 6; n++) assertProblem(await add(`x${n}`), [404, 'auth.not_found'])
    assertProblem(await add('Rita Reader'), [429, 'auth.too_many_tries'])
    assert.equal((await paul.ask('PUT', '/auth/members', give(paul, 'owner'))).status, 200)
    const byOwner = { workspace: 'main', kind: 'account', name: 'Rita Reader', role: 'editor' }
    assert.equal((await owner.ask('PUT', '/auth/members', byOwner)).status, 200)
  })
})

describe('an invitation', () => {
  it('is listed for owners of its workspace, and taken back by them alone', async () => {
    const { ask, owner, invite } = await accountsServer()
    await owner.ask('POST', '/workspaces', { name: 'other' })
    const [paul, eve] = [await invite('Paul', 'owner'), await invite('Eve', 'owner', 'other')]
    const made = await paul.ask('POST', '/auth/invitations', { workspace: 'main', role: 'editor' })
    const { id, link } = made.json as MadeLink
    const { json } = await paul.ask('GET', '/auth/invitations?workspace=main')
    const [listed] = json as Invitation[]
    assert.deepEqual([listed?.id, listed?.place.role, listed?.invitedBy], [id, 'editor', 'Paul'])
    assert.doesNotMatch(JSON.stringify(json), new RegExp(secretOf(link)))

    assertProblem(await eve.ask('DELETE', `/auth/invitations/${id}`), [404, 'auth.not_found'])
    assert.equal((await paul.ask('DELETE', `/auth/invitations/${id}`)).status, 200)
    const body = { secret: secretOf(link), name: 'New', password }
    assertProblem(await ask('POST', '/auth/links/use', body), [404, 'auth.bad_link'])
  })

  it('leads to the address that the setting names', async () => {
    const { owner } = await accountsServer({ url: 'https://plan.example/x/' })
    const { json } = await owner.ask('POST', '/auth/invitations', {
      workspace: 'main',
      role: 'reader',
    })
    assert.match((json as MadeLink).link, /^https:\/\/plan\.example\/x\/#link=[\w-]{43}$/)
  })
})

describe('whoever is known', () => {
  it('stands in the log by the name of the account', async () => {
    const { owner, invite, token } = await accountsServer()
    const ed = await invite('Ed', 'editor')
    await ed.ask('POST', '/tables', table)
    await (await token(ed)).ask('POST', '/notes', { text: 'x' })

    const { json } = await owner.ask('GET', '/changes')
    assert.deepEqual(
      (json as Change[]).map(({ actor, operation }) => `${actor} ${operation}`),
      ['Ed member-changed', 'Ed table-created', 'Ed row-added'],
    )
  })

  it('is present by the name of the account, whatever the client says', async (t) => {
    const set = await accountsServer()
    const rita = await set.invite('Rita', 'reader')
    const query = '?visitor=rita-0123456789abcdef&name=Olga&at=files'
    await follow(t, set, { cookie: rita.cookie }, query)

    await t.waitFor(async () => {
      const { json } = await rita.ask('GET', '/events/people')
      const { people } = json as { people: { name: string }[] }
      assert.deepEqual(
        people.map(({ name }) => name),
        ['Rita'],
      )
    }, patient)
  })

  it('is present once in all their browsers, where they came last, and still when one is closed', async (t) => {
    const set = await accountsServer()
    const rita = await set.invite('Rita', 'reader')
    const again = await set.logIn('Rita')
    const places = async () => {
      const { json } = await rita.ask('GET', '/events/people')
      return (json as People).people.map(({ name, at }) => `${name} ${at}`)
    }
    const tabs = '?visitor=one-0123456789abcdef&at=files&visitor=two-0123456789abcdef&at=gantt'
    const first = await follow(t, set, { cookie: rita.cookie }, tabs)
    await t.waitFor(async () => assert.deepEqual(await places(), ['Rita gantt']), patient)

    await follow(t, set, { cookie: again.cookie }, '?visitor=six-0123456789abcdef&at=tables')
    await t.waitFor(async () => assert.deepEqual(await places(), ['Rita tables']), patient)
    await t.waitFor(() => {
      const you = /"you":(\[.*?\])/.exec(first.sent)?.[1] ?? '[]'
      const [one, two, ...more] = JSON.parse(you) as string[]
      assert.ok(one)
      assert.deepEqual([two, more], [one, []])
    }, patient)

    const sessions = await again.ask('GET', '/auth/sessions')
    const { id } = (sessions.json as Session[]).find(({ isThis }) => !isThis)!
    await again.ask('DELETE', `/auth/sessions/${id}`)
    await t.waitFor(() => assert.ok(first.isOver), patient)
    const { json } = await again.ask('GET', '/events/people')
    assert.deepEqual(
      (json as People).people.map(({ name, at }) => `${name} ${at}`),
      ['Rita tables'],
    )
  })

  it('is answered only what they were answered before, under the same key', async () => {
    const { owner, invite } = await accountsServer()
    const ed = await invite('Ed', 'editor')
    await owner.ask('POST', '/tables', table)
    const key = { 'idempotency-key': 'same' }

    const one = await owner.ask('POST', '/notes', { text: 'x' }, key)
    const other = await ed.ask('POST', '/notes', { text: 'x' }, key)
    const again = await ed.ask('POST', '/notes', { text: 'x' }, key)
    assert.notDeepEqual(one.json, other.json)
    assert.deepEqual(again.json, other.json)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
  })
})

describe('an open event stream', () => {
  it('ends within a second when the role is taken away or changed', async (t) => {
    const set = await accountsServer()
    const [rita, ed] = [await set.invite('Rita', 'reader'), await set.invite('Ed', 'editor')]
    const hers = await follow(t, set, { cookie: rita.cookie })
    const his = await follow(t, set, { cookie: ed.cookie })

    const from = performance.now()
    await set.owner.ask('PUT', '/auth/members', give(rita, null))
    await t.waitFor(() => assert.ok(hers.isOver), patient)
    // Told by the change itself: whatever looks only now and then, as the heartbeat does, is later than this.
    assert.ok(performance.now() - from < 10_000)
    assert.equal(his.isOver, false)
    await set.owner.ask('PUT', '/auth/members', give(ed, 'reader'))
    await t.waitFor(() => assert.ok(his.isOver), patient)
  })

  it('ends when the session or token is taken back, or the account removed', async (t) => {
    const set = await accountsServer()
    const [rita, ed] = [await set.invite('Rita', 'reader'), await set.invite('Ed', 'editor')]
    const token = await set.token(ed)
    const streams = await Promise.all([
      follow(t, set, { cookie: rita.cookie }),
      follow(t, set, { authorization: `Bearer ${token.token}` }),
      follow(t, set, {}, `?access_token=${token.token}`),
      follow(t, set, { cookie: ed.cookie }),
    ])
    const over = (expected: boolean[]) =>
      t.waitFor(() => {
        const found = streams.map(({ isOver }) => isOver)
        assert.deepEqual(found, expected)
      }, patient)

    await rita.ask('POST', '/auth/logout')
    await over([true, false, false, false])
    await ed.ask('DELETE', `/auth/tokens/${token.id}`)
    await over([true, true, true, false])
    await set.owner.ask('DELETE', `/auth/accounts/${ed.id}`)
    await over([true, true, true, true])
  })
})

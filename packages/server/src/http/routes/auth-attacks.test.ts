import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Invitation, MadeLink, Session } from '@triptych/contract/accounts'
import { accountsServer, cookieOf, secretOf } from '../../../test/fixtures/accounts-api.ts'
import { assertProblem } from '../../../test/fixtures/api.ts'

describe('what belongs to somebody else', () => {
  it('is not reached by its id from another workspace or account', async () => {
    const set = await accountsServer()
    for (const name of ['a', 'ab']) await set.owner.ask('POST', '/workspaces', { name })
    const [ann, abe] = [
      await set.invite('Ann', 'owner', 'a'),
      await set.invite('Abe', 'owner', 'ab'),
    ]
    await abe.ask('POST', '/auth/invitations', { workspace: 'ab', role: 'reader' })
    const listed = await abe.ask('GET', '/auth/invitations?workspace=ab')
    const [invitation] = listed.json as Invitation[]
    const token = await set.token(abe)
    const [session] = (await abe.ask('GET', '/auth/sessions')).json as Session[]

    const role = { workspace: 'ab', kind: 'account', id: ann.id, role: 'reader' }
    assert.ok(invitation && session)
    for (const [method, path, body] of [
      ['DELETE', `/auth/invitations/${invitation.id}`],
      ['DELETE', `/auth/tokens/${token.id}`],
      ['DELETE', `/auth/sessions/${session.id}`],
      ['GET', '/auth/members?workspace=ab'],
      ['GET', '/auth/invitations?workspace=ab'],
      ['PUT', '/auth/members', role],
      ['POST', '/auth/invitations', { workspace: 'ab', role: 'reader' }],
      ['PATCH', `/auth/accounts/${abe.id}`, { name: 'Bea' }],
      ['DELETE', `/auth/accounts/${abe.id}`],
      ['POST', `/auth/accounts/${abe.id}/link`],
    ] as const) {
      const { status } = await ann.ask(method, path, body)
      assert.ok([403, 404].includes(status), `${method} ${path}: ${status}`)
    }
    const after = await abe.ask('GET', '/auth/invitations?workspace=ab')
    assert.deepEqual(after.json, listed.json)
    assert.equal((await token.ask('GET', '/w/ab/tables')).status, 200)
    assert.equal((await abe.ask('GET', '/auth/sessions')).status, 200)
  })

  it('is not opened by a name that begins like one’s own', async () => {
    const set = await accountsServer()
    for (const name of ['a', 'ab', 'b']) await set.owner.ask('POST', '/workspaces', { name })
    const ann = await set.invite('Ann', 'owner', 'a')
    const bound = await set.token(set.owner, { workspaces: ['a'] })

    for (const who of [ann, bound]) {
      assert.equal((await who.ask('GET', '/w/a/tables')).status, 200)
      for (const path of [
        '/w/ab/tables',
        '/w/a%2Fb/tables',
        '/w/a%2F..%2Fab/tables',
        '/w/A/tables',
      ]) {
        assertProblem(await who.ask('GET', path), [404, 'workspaces.not_found'], path)
      }
      assert.equal((await who.ask('GET', '/w/a/../ab/tables')).status, 404)
    }
  })
})

describe('what is sent beside what is asked for', () => {
  it('makes nobody more than they are', async () => {
    const set = await accountsServer()
    const made = await set.owner.ask('POST', '/auth/invitations', {
      workspace: 'main',
      role: 'reader',
    })
    const secret = secretOf((made.json as MadeLink).link)
    const rita = await set.invite('Rita', 'reader')
    const extras = { isOwner: true, role: 'owner', account: set.owner.id, madeBy: null, id: 'x' }
    const login = { name: 'Rita', password: 'a long password' }

    for (const [extra, value] of Object.entries(extras)) {
      for (const [path, body] of [
        ['/auth/links/use', { secret, ...login, name: 'Eve' }],
        ['/auth/login', login],
        ['/auth/tokens', { name: 'x', access: 'write' }],
        ['/auth/password', { current: login.password, next: login.password }],
      ] as const) {
        const answer = await rita.ask('POST', path, { ...body, [extra]: value })
        assertProblem(answer, [422, 'body.invalid'], `${path} ${extra}`)
      }
    }
    const used = await set.ask('POST', '/auth/links/use', { secret, ...login, name: 'Eve' })
    assert.equal(used.status, 200)
    const table = { name: 'x', columns: [{ name: 'a', type: 'text' }] }
    const eve = { cookie: cookieOf(used), 'sec-fetch-site': 'same-origin' }
    assertProblem(await set.ask('POST', '/tables', table, eve), [403, 'forbidden'])
    assertProblem(await rita.ask('POST', '/tables', table), [403, 'forbidden'])
  })
})

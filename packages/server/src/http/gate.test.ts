import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import type { Claim } from '../auth/claim.ts'
import { localPrincipal } from '../auth/principal.ts'
import { principalOf } from '../auth/permissions.ts'
import { changeAccount } from '../domain/accounts/change-accounts.ts'
import { firstOwnerLink } from '../domain/accounts/first-owner.ts'
import { addGroup } from '../domain/accounts/groups.ts'
import { draftLink } from '../domain/accounts/make-link.ts'
import { lookAtLink, useLink } from '../domain/accounts/use-link.ts'
import { makeToken } from '../domain/accounts/tokens.ts'
import { openSqliteAccounts } from '../engines/sqlite/accounts.ts'
import { openSqliteWorkspaces } from '../engines/sqlite/workspaces.ts'
import { AppError } from '../errors.ts'
import type { Volume } from '../ports/volume.ts'
import { noGate, openGate } from './gate.ts'
import type { GateParts } from './gate.ts'
import { withoutToken } from './wire/access-token.ts'

const day = 24 * 60 * 60 * 1000
const password = 'a long password'

const opened = new Set<{ close: () => Promise<void> }>()
after(() => Promise.all([...opened].map((one) => one.close())))

const noVolume = async () => ({ close: async () => {} }) as unknown as Volume

/** A gate with a clock of its own, and one account. */
async function gateAt(more: Partial<GateParts> = {}) {
  const accounts = openSqliteAccounts(':memory:')
  const workspaces = openSqliteWorkspaces(null, noVolume, () => {})
  opened.add(accounts).add(workspaces)
  let time = Date.UTC(2026, 0, 1)
  const now = () => new Date(time)
  const author = { principal: localPrincipal, origin: null, address: null, step: 'one' }
  const ctx = { accounts, workspaces, ...author, now, newId: randomUUID }
  const gate = openGate({ ...ctx, ...more })
  const link = (await firstOwnerLink(ctx, 'http://here/'))!
  const [, secret = ''] = link.split('#link=')
  const id = await useLink(ctx, { secret, name: 'Ada', password }, null)
  const rights = { id, name: 'Ada', isOwner: true, roles: new Map(), groups: [], scope: null }

  return {
    accounts,
    workspaces,
    gate,
    ctx,
    id,
    own: { ...ctx, principal: principalOf(rights, null) },
    pass: (ms: number) => (time += ms),
    /** Logs in; answers the cookie as a browser sends it. */
    session: async (): Promise<string> => {
      const cookie = await gate.startSession(id, new Request('http://here/'), null)
      return cookie.split(';')[0]!
    },
    admit: (headers: Record<string, string>, url = 'http://here/', method = 'GET') =>
      gate.admit(new Request(url, { method, headers }), null),
  }
}

/** Until what goes on in the background is done. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 50))

/** Neither session nor address. */
const unknown = { session: null, address: null }

const isBad = (error: unknown) => error instanceof AppError && error.code === 'auth.bad_link'

function claimOf(more: Partial<Claim> = {}): Claim {
  return { by: 'proxy', provider: 'p', subject: 's', name: 'Ada', groups: null, ...more }
}

describe('a session', () => {
  it('ends two weeks after it was used last', async () => {
    const { session, admit, pass } = await gateAt()
    const cookie = await session()

    pass(14 * day - 1)
    assert.equal((await admit({ cookie }))?.name, 'Ada')
    // What was noticed is written down by then.
    await settled()
    pass(14 * day - 1)
    assert.equal((await admit({ cookie }))?.by, 'session')
    await settled()
    pass(14 * day)
    assert.equal(await admit({ cookie }), null)
  })

  it('ends after ninety days, however often it is used', async () => {
    const { session, admit, pass } = await gateAt()
    const cookie = await session()

    for (let n = 0; n < 9; n++) {
      assert.ok(await admit({ cookie }), `day ${n * 10}`)
      await settled()
      pass(10 * day)
    }
    assert.equal(await admit({ cookie }), null)
  })

  it('is written down as used once a minute at most', async () => {
    const { accounts, id, session, admit, pass } = await gateAt()
    const cookie = await session()
    const usedAt = async () => (await accounts.read((store) => store.sessions(id)))[0]!.usedAt
    const first = await usedAt()

    pass(59_999)
    await admit({ cookie })
    assert.equal(await usedAt(), first)
    pass(1)
    await admit({ cookie })
    await settled()
    assert.equal(await usedAt(), first + 60_000)
  })

  it('is told to whoever watches as soon as it ends, or its account changes', async () => {
    const { accounts, ctx, id, session, admit } = await gateAt()
    const visitors = await Promise.all(
      [session(), session()].map(async (cookie) => admit({ cookie: await cookie })),
    )
    const lost: number[] = []
    for (const [n, visitor] of visitors.entries()) visitor!.watch('main', () => lost.push(n))
    await accounts.transact(async (store) => {
      await store.removeSession(visitors[0]!.session!, id)
      await store.touch()
    })
    await settled()
    assert.deepEqual(lost, [0])
    await changeAccount(ctx, id, { name: 'Ada L.' })
    await settled()
    assert.deepEqual(lost, [0, 1])
  })
})

describe('whoever watches too late', () => {
  it('is told what has come to pass since they were let in', async () => {
    const { ctx, id, session, admit } = await gateAt()
    const visitor = await admit({ cookie: await session() })
    await changeAccount(ctx, id, { name: 'Ada L.' })
    let isLost = false
    visitor!.watch('main', () => (isLost = true))

    await settled()
    assert.equal(isLost, true)
  })
})

describe('a token', () => {
  it('ends when it was said to', async () => {
    const { own, admit, pass } = await gateAt()
    const { token } = await makeToken(
      own,
      {
        name: 'x',
        access: 'read',
        workspaces: null,
        expiresInDays: 3,
      },
      unknown,
    )
    const headers = { authorization: `bearer ${token}` }

    pass(3 * day - 1)
    assert.equal((await admit(headers))?.by, 'token')
    pass(1)
    assert.equal(await admit(headers), null)
  })

  it('in an address is found, and taken out of it', async () => {
    const { own, admit } = await gateAt()
    const { token } = await makeToken(
      own,
      {
        name: 'x',
        access: 'read',
        workspaces: null,
        expiresInDays: null,
      },
      unknown,
    )

    for (const [query, rest] of [
      [`?access_token=${token}`, ''],
      [`?a=1&access_token=${token}`, '?a=1'],
      [`?access_token=${token}&a=1`, '?a=1'],
      [`?a=1&access_token=${token}&b=2`, '?a=1&b=2'],
    ]) {
      assert.equal((await admit({}, `http://here/x${query}`))?.by, 'token', query)
      assert.equal(withoutToken(`/x${query}`), `/x${rest}`)
    }
    assert.equal(withoutToken('/x?my_access_token=1'), '/x?my_access_token=1')
  })

  it('is asked for before the cookie, and a wrong one is not made good by it', async () => {
    const { session, admit } = await gateAt()
    const cookie = await session()

    assert.ok(await admit({ cookie }))
    assert.equal(await admit({ cookie, authorization: 'Bearer trp_wrong' }), null)
    assert.equal(await admit({ cookie, authorization: 'Bearer other' }), null)
  })
})

describe('a link', () => {
  it('ends when its time is over', async () => {
    const { ctx, pass } = await gateAt()
    const place = { workspace: 'main', role: 'reader' } as const
    const { made, stored } = draftLink(ctx, 'http://here', { kind: 'invitation', ...place })
    await ctx.accounts.transact((store) => store.putLink(stored))
    const [, secret = ''] = made.link.split('#link=')

    pass(7 * day - 1)
    assert.equal((await lookAtLink(ctx, secret)).kind, 'invitation')
    pass(1)
    await assert.rejects(lookAtLink(ctx, secret), isBad)
    await assert.rejects(useLink(ctx, { secret, name: 'Eve', password }, null), isBad)
  })
})

describe('whoever others vouch for', () => {
  it('gets an account of their own, and the same one again', async () => {
    let claim = claimOf()
    const { admit, accounts } = await gateAt({ ways: [async () => null, async () => claim] })
    const first = await admit({})
    const again = await admit({})

    // The name is taken already, and proves nothing.
    assert.deepEqual([first?.name, first?.by, first?.isOwner], ['Ada 2', 'proxy', false])
    assert.equal(again?.id, first?.id)
    claim = claimOf({ provider: 'q' })
    assert.notEqual((await admit({}))?.id, first?.id)
    claim = claimOf({ subject: 't', name: ' \n ' })
    assert.equal((await admit({}))?.name, 'somebody')
    assert.equal((await accounts.read((store) => store.accounts())).length, 4)
  })

  it('is in those of our groups that are told, and in no other', async () => {
    let claim = claimOf({ groups: ['Staff', 'unknown'] })
    const { admit, ctx, accounts } = await gateAt({ ways: [async () => claim] })
    const staff = await addGroup(ctx, { name: 'staff', members: [] })
    await accounts.transact(async (store) => {
      await store.setGrant({ workspace: 'w', kind: 'group', subject: staff.id, role: 'editor' })
      await store.touch()
    })

    assert.equal((await admit({}))?.roleIn('w'), 'editor')
    claim = claimOf({ groups: [] })
    assert.equal((await admit({}))?.roleIn('w'), null)
    claim = claimOf({ groups: ['STAFF'] })
    assert.equal((await admit({}))?.roleIn('w'), 'editor')
    claim = claimOf()
    assert.equal((await admit({}))?.roleIn('w'), 'editor')
  })

  it('stands in the log of a workspace where such a group has a role', async () => {
    let claim = claimOf({ name: 'Eve', groups: ['staff', 'others'] })
    const { admit, ctx, accounts, workspaces } = await gateAt({ ways: [async () => claim] })
    const { database } = (await workspaces.create('w'))!
    const staff = await addGroup(ctx, { name: 'staff', members: [] })
    await addGroup(ctx, { name: 'others', members: [] })
    await accounts.transact((store) =>
      store.setGrant({ workspace: 'w', kind: 'group', subject: staff.id, role: 'editor' }),
    )

    const eve = await admit({})
    await admit({})
    claim = claimOf({ name: 'Eve', groups: [] })
    await admit({})
    const log = await database.read(({ changes }) => changes.since(0, 10))
    const told = log.map(({ json }) => JSON.parse(json) as Change)
    assert.deepEqual(
      told.map(({ actor, actorId, operation, entity }) => [actor, actorId, operation, entity]),
      Array.from({ length: 2 }, () => ['Eve', eve?.id, 'group-changed', `groups/${staff.id}`]),
    )
    assert.deepEqual(
      told.map(({ after }) => after?.['members']),
      [[eve?.id], []],
    )
  })
})

describe('a gate without accounts', () => {
  it('lets everybody in as the same one', async () => {
    const visitor = await noGate.admit(new Request('http://here/'), null)
    assert.deepEqual([visitor?.id, visitor?.name, visitor?.by], [null, 'local', 'open'])
  })
})

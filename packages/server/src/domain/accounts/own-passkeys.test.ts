import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { softwarePasskey } from '../../../test/fixtures/software-passkey.ts'
import { challengeMs } from '../../auth/challenge.ts'
import { localPrincipal } from '../../auth/principal.ts'
import { openSqliteAccounts } from '../../engines/sqlite/accounts.ts'
import type { AccountsDatabase } from '../../ports/accounts.ts'
import { beginPasskeyLogin, logInByPasskey } from './log-in-by-passkey.ts'
import { addPasskey, beginPasskey, removePasskey } from './own-passkeys.ts'

const party = { id: 'localhost', origin: 'http://localhost' }
const adding = { party, session: 's', address: null }

const opened: AccountsDatabase[] = []
after(() => Promise.all(opened.map((db) => db.close())))

/** Ann, who has no password, at a time that can be set. */
async function ann() {
  const accounts = openSqliteAccounts(':memory:')
  opened.push(accounts)
  const account = { id: 'ann', name: 'Ann', key: 'ann', isOwner: false, createdAt: 1 }
  await accounts.transact((store) => store.putAccount({ ...account, password: null }))
  let ids = 0
  let time = 1_000_000
  const ctx = {
    accounts,
    principal: { ...localPrincipal, id: 'ann' },
    now: () => new Date(time),
    newId: () => `id-${++ids}`,
  }
  return {
    ctx,
    account,
    later: (ms: number) => (time += ms),
    add: async (device = softwarePasskey(), site = party) => {
      const at = { party: site, session: 's', address: null }
      const credential = device.create(await beginPasskey(ctx, at), { origin: site.origin })
      return addPasskey(ctx, { name: 'x', credential: { ...credential, type: 'public-key' } }, at)
    },
  }
}

const remove = (ctx: Parameters<typeof removePasskey>[0], id: string, hasProvider = false) =>
  removePasskey(ctx, id, { hasProvider })

describe('the only way in', () => {
  const last = { code: 'auth.last_way_in' }

  it('stays where there is no password and no other passkey', async () => {
    const { ctx, add } = await ann()
    const [one, other] = [await add(), await add()]
    await remove(ctx, one.id)
    await assert.rejects(remove(ctx, other.id), last)
  })

  it('is not a passkey for another site', async () => {
    const { ctx, add } = await ann()
    const one = await add()
    await add(softwarePasskey(), { id: 'plan.test', origin: 'https://plan.test' })
    await assert.rejects(remove(ctx, one.id), last)
  })

  it('may go where a password lets in', async () => {
    const { ctx, account, add } = await ann()
    const one = await add()
    await ctx.accounts.transact((store) => store.putAccount({ ...account, password: 'hash' }))
    await remove(ctx, one.id)
  })

  it('may go where an identity provider lets in, as long as the server has one', async () => {
    const { ctx, add } = await ann()
    const one = await add()
    await assert.rejects(remove(ctx, one.id, true), last)
    const known = { provider: 'https://id.test', subject: '7', account: 'ann' }
    await ctx.accounts.transact((store) => store.putIdentity(known))
    await assert.rejects(remove(ctx, one.id), last)
    await remove(ctx, one.id, true)
  })
})

describe('a challenge', () => {
  const lost = { code: 'auth.challenge_lost' }

  it('for a new passkey is worth nothing after its time', async () => {
    const { ctx, later } = await ann()
    for (const [ms, expected] of [
      [challengeMs - 1, null],
      [challengeMs, lost],
    ] as const) {
      const credential = softwarePasskey().create(await beginPasskey(ctx, adding))
      later(ms)
      const body = { name: 'x', credential: { ...credential, type: 'public-key' as const } }
      if (expected) await assert.rejects(addPasskey(ctx, body, adding), expected)
      else await addPasskey(ctx, body, adding)
    }
  })

  it('for a login is worth nothing after its time', async () => {
    const { ctx, later, add } = await ann()
    const device = softwarePasskey()
    await add(device)
    const from = { party, address: null }
    const shown = async () => {
      const credential = device.get(await beginPasskeyLogin(ctx, party))
      return { ...credential, type: 'public-key' as const }
    }
    const inTime = await shown()
    later(challengeMs - 1)
    assert.equal(await logInByPasskey(ctx, inTime, from), 'ann')
    const late = await shown()
    later(challengeMs)
    await assert.rejects(logInByPasskey(ctx, late, from), lost)
  })
})

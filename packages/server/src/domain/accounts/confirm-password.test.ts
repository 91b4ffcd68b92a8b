import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { hashPassword } from '../../auth/password.ts'
import { localPrincipal } from '../../auth/principal.ts'
import { openSqliteAccounts } from '../../engines/sqlite/accounts.ts'
import type { AccountsDatabase } from '../../ports/accounts.ts'
import { freshMs } from './confirm-password.ts'
import { tries } from './limit-tries.ts'
import { beginPasskey } from './own-passkeys.ts'
import { startSession } from './start-session.ts'
import { listTokens, makeToken } from './tokens.ts'

const word = 'a long password'
const opened: AccountsDatabase[] = []
after(() => Promise.all(opened.map((db) => db.close())))

/** Ann, who has just logged in, at a time that can be set. */
async function ann({ password = word }: { password?: string | null } = {}) {
  const accounts = openSqliteAccounts(':memory:')
  opened.push(accounts)
  const hashed = password === null ? null : await hashPassword(password)
  const account = { id: 'ann', name: 'Ann', key: 'ann', isOwner: false, createdAt: 1 }
  await accounts.transact((store) => store.putAccount({ ...account, password: hashed }))
  let ids = 0
  let time = 1_000_000
  const ctx = {
    accounts,
    principal: { ...localPrincipal, id: 'ann' },
    now: () => new Date(time),
    newId: () => `id-${++ids}`,
  }
  await startSession(ctx, 'ann', { address: null, agent: null })
  const [session] = await accounts.read((store) => store.sessions('ann'))
  const from = { session: session!.id, address: null }
  const token = { name: 'x', access: 'read', workspaces: null, expiresInDays: null } as const
  const party = { id: 'localhost', origin: 'http://localhost' }
  return {
    later: (ms: number) => (time += ms),
    tokens: async () => (await listTokens(ctx)).length,
    make: (said?: string, by: Partial<typeof from> | { session: null } = {}) =>
      makeToken(ctx, { ...token, password: said }, { ...from, ...by }),
    begin: (said?: string) => beginPasskey(ctx, { party, ...from, password: said }),
  }
}

const needed = { code: 'auth.password_needed' }
const wrong = { code: 'auth.wrong_password' }

describe('a token or a passkey', () => {
  it('is made without a word in the minutes after the login', async () => {
    const { make, begin, later, tokens } = await ann()
    later(freshMs - 1)
    await make()
    await begin()
    assert.equal(await tokens(), 1)
  })

  it('takes the password again after that', async () => {
    const { make, begin, later, tokens } = await ann()
    later(freshMs)
    await assert.rejects(make(), needed)
    await assert.rejects(begin(), needed)
    await assert.rejects(make('another one'), wrong)
    await assert.rejects(begin(''), wrong)
    assert.equal(await tokens(), 0)
    await make(word)
    await begin(word)
    assert.equal(await tokens(), 1)
  })

  it('cannot be had by trying one password after another', async () => {
    const { make, later } = await ann()
    later(freshMs)
    for (let n = 0; n < tries.perName; n++) await assert.rejects(make('another one'), wrong)
    await assert.rejects(make(word), { code: 'auth.too_many_tries' })
  })

  it('takes nothing of those without a password, or whom somebody else vouches for', async () => {
    const without = await ann({ password: null })
    without.later(freshMs)
    await without.make()
    await without.begin()
    const vouched = await ann()
    await vouched.make(undefined, { session: null })
    assert.equal(await vouched.tokens(), 1)
  })

  it('takes it of a session that is no more', async () => {
    const { make } = await ann()
    await assert.rejects(make(undefined, { session: 'gone' }), needed)
  })
})

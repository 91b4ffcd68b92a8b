import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { hashPassword } from '../../auth/password.ts'
import { localPrincipal } from '../../auth/principal.ts'
import { openSqliteAccounts } from '../../engines/sqlite/accounts.ts'
import type { AccountsDatabase } from '../../ports/accounts.ts'
import { changePassword } from './change-password.ts'
import { logIn } from './log-in.ts'
import { changeOwnMail } from './mail.ts'
import { startSession } from './start-session.ts'

const old = 'the old password'
const from = { session: 's', address: null }

const opened: AccountsDatabase[] = []
after(() => Promise.all(opened.map((db) => db.close())))

/** Ann's password is changed as soon as somebody has looked at her account: they still compare with the old one. */
async function ann() {
  const db = openSqliteAccounts(':memory:')
  opened.push(db)
  const account = { id: 'ann', name: 'Ann', key: 'ann', isOwner: false, createdAt: 1 }
  const put = (password: string) =>
    db.transact((store) => store.putAccount({ ...account, password }))
  await put(await hashPassword(old))
  const accounts: AccountsDatabase = {
    ...db,
    async read(work) {
      const found = await db.read(work)
      await put('another')
      return found
    },
  }
  const principal = { ...localPrincipal, id: 'ann' }
  return { db, ctx: { accounts, principal, now: () => new Date(1000), newId: randomUUID } }
}

describe('a password that is changed while the old one is looked at', () => {
  it('begins no session', async () => {
    const { db, ctx } = await ann()
    const { id, password } = await logIn(ctx, { name: 'Ann', password: old, address: null })
    await assert.rejects(startSession(ctx, id, { address: null, agent: null }, { password }), {
      code: 'auth.wrong_credentials',
    })
    assert.deepEqual(await db.read((store) => store.sessions('ann')), [])
  })

  it('is not changed again by whoever knew the old one', async () => {
    const { db, ctx } = await ann()
    const change = { current: old, next: 'of a stranger' }
    await assert.rejects(changePassword(ctx, change, from), { code: 'auth.wrong_password' })
    assert.equal((await db.read((store) => store.account('ann')))?.password, 'another')
  })

  it('leaves the mail address as it was', async () => {
    const { db, ctx } = await ann()
    const change = { mail: 'stranger@example.com', password: old }
    await assert.rejects(changeOwnMail(ctx, change, from, null), { code: 'auth.wrong_password' })
    assert.equal(await db.read((store) => store.mailOf('ann')), null)
  })
})

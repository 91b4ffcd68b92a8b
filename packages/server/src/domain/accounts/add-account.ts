import type { Account } from '@triptych/contract/accounts'
import { hashPassword } from '../../auth/password.ts'
import { authorise } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import { accountsOf, notFound } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { nameKey } from './name-key.ts'
import { accountView } from './views.ts'

/** Without a password nobody comes in by one, until a link has set it. */
export async function addAccount(
  ctx: AccountContext,
  { name, isOwner, password }: { name: string; isOwner: boolean; password: string | null },
): Promise<Account> {
  authorise(ctx.principal, 'accounts.manage')
  const hashed = password === null ? null : await hashPassword(password)
  const account = {
    id: ctx.newId(),
    name,
    key: nameKey(name),
    password: hashed,
    isOwner,
    createdAt: ctx.now().getTime(),
  }
  await accountsOf(ctx).transact(async (store) => {
    if (!(await store.putAccount(account))) {
      throw new AppError('auth.name_taken', `Somebody is called ${name} already.`)
    }
    await store.touch()
  })
  return accountView(account, null)
}

/** Whoever is logged in with the old one is out. */
export async function setPassword(
  ctx: AccountContext,
  id: string,
  password: string,
): Promise<void> {
  authorise(ctx.principal, 'accounts.manage')
  const hashed = await hashPassword(password)
  await accountsOf(ctx).transact(async (store) => {
    const account = await store.account(id)
    if (!account) throw notFound('account')
    await store.putAccount({ ...account, password: hashed })
    await store.removeSessions(id, null)
    await store.removeLinks('password', id)
    await store.touch()
  })
}

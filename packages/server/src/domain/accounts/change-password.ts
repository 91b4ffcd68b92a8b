import type { PasswordChange } from '@triptych/contract/accounts'
import { hashPassword, isPassword } from '../../auth/password.ts'
import { authorise } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import { accountsOf, notFound, ownId } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { countTry, forgetTries } from './limit-tries.ts'
import { inTurn } from './log-in.ts'

/** All other sessions end: whoever changes a password may fear that somebody has the old one. */
export async function changePassword(
  ctx: AccountContext,
  { current, next }: PasswordChange,
  { session, address }: { session: string | null; address: string | null },
): Promise<void> {
  authorise(ctx.principal, 'own.manage')
  const accounts = accountsOf(ctx)
  const id = ownId(ctx)
  const account = await accounts.read((store) => store.account(id))
  if (!account) throw notFound('account')
  const tried = { what: account.key, address, now: ctx.now().getTime() }
  await countTry(accounts, tried)
  if (!(await inTurn(() => isPassword(account.password, current)))) {
    throw wrongPassword()
  }
  await forgetTries(accounts, tried)
  const password = await inTurn(() => hashPassword(next))
  await accounts.transact(async (store) => {
    const latest = await store.account(id)
    if (!latest) throw notFound('account')
    // Whoever knows the old one may have sent this before it was changed.
    if (latest.password !== account.password) throw wrongPassword()
    await store.putAccount({ ...latest, password })
    await store.removeSessions(id, session)
    // One may lie in a mailbox that somebody else reads.
    await store.removeLinks('password', id)
    await store.touch()
  })
}

function wrongPassword(): AppError {
  return new AppError('auth.wrong_password', 'The current password is another one.')
}

import type { PasswordChange } from '@triptych/contract/accounts'
import { hashPassword } from '../../auth/password.ts'
import { authorise } from '../../auth/principal.ts'
import { accountsOf, ownId } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { checkPassword, existing, wrongPassword } from './confirm-password.ts'
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
  const account = await accounts.read((store) => existing(store, id))
  await checkPassword(ctx, account, { password: current, address })
  const password = await inTurn(() => hashPassword(next))
  await accounts.transact(async (store) => {
    const latest = await existing(store, id)
    // Whoever knows the old one may have sent this before it was changed.
    if (latest.password !== account.password) throw wrongPassword()
    await store.putAccount({ ...latest, password })
    await store.removeSessions(id, session)
    // One may lie in a mailbox that somebody else reads.
    await store.removeLinks('password', id)
    await store.touch()
  })
}

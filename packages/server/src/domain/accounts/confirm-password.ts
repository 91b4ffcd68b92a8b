import { isPassword } from '../../auth/password.ts'
import { AppError } from '../../errors.ts'
import type { AccountReader, StoredAccount } from '../../ports/accounts.ts'
import { accountsOf, notFound, ownId } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { countTry, forgetTries } from './limit-tries.ts'
import { inTurn } from './log-in.ts'

/** So long after a login nobody is asked for their password again. */
export const freshMs = 10 * 60 * 1000

/** Who asks, and what they say to prove that it is still them. */
export interface Confirmation {
  /** The one that was shown; `null` where somebody else has said who it is. */
  session: string | null
  address: string | null
  password?: string | undefined
}

/**
 * Whoever finds a browser in which somebody is logged in makes no way in that is there tomorrow. Those without a
 * password come in another way.
 */
export async function confirmPassword(
  ctx: AccountContext,
  { session, address, password }: Confirmation,
): Promise<void> {
  const id = ownId(ctx)
  const since = ctx.now().getTime() - freshMs
  const account = await accountsOf(ctx).read(async (store) => {
    const found = await existing(store, id)
    if (found.password === null || session === null) return null
    const shown = (await store.sessions(id)).find((one) => one.id === session)
    return shown && shown.createdAt > since ? null : found
  })
  if (!account) return
  if (password === undefined) {
    throw new AppError(
      'auth.password_needed',
      'You logged in a while ago: say your password again.',
    )
  }
  await checkPassword(ctx, account, { password, address })
}

/** Counted like a login. */
export async function checkPassword(
  ctx: AccountContext,
  account: StoredAccount,
  { password, address }: { password: string; address: string | null },
): Promise<void> {
  const accounts = accountsOf(ctx)
  const tried = { what: account.key, address, now: ctx.now().getTime() }
  await countTry(accounts, tried)
  if (!(await inTurn(() => isPassword(account.password, password)))) throw wrongPassword()
  await forgetTries(accounts, tried)
}

export async function existing(store: AccountReader, id: string): Promise<StoredAccount> {
  const account = await store.account(id)
  if (!account) throw notFound('account')
  return account
}

export function wrongPassword(): AppError {
  return new AppError('auth.wrong_password', 'The password is another one.')
}

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { AccountsDatabase } from '../../ports/accounts.ts'

/** What a use-case of accounts may touch. */
export type AccountContext = Pick<Context, 'accounts' | 'principal' | 'now' | 'newId'>

export function accountsOf({ accounts }: Pick<Context, 'accounts'>): AccountsDatabase {
  if (accounts) return accounts
  const message = 'This server has no accounts: it runs with --auth none.'
  throw new AppError('auth.no_accounts', message)
}

/** The account of whoever asks. */
export function ownId(ctx: AccountContext): string {
  accountsOf(ctx)
  const { id } = ctx.principal
  if (id !== null) return id
  throw new AppError('unauthenticated', 'This needs an account of one’s own.')
}

export function notFound(what: string): AppError {
  return new AppError('auth.not_found', `There is no such ${what}.`)
}

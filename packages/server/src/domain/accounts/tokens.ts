import type { MadeToken, NewToken, Token } from '@triptych/contract/accounts'
import { authorise } from '../../auth/principal.ts'
import { hashSecret, newToken } from '../../auth/secrets.ts'
import { AppError } from '../../errors.ts'
import type { StoredToken } from '../../ports/accounts.ts'
import { accountsOf, notFound, ownId } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { confirmPassword } from './confirm-password.ts'
import type { Confirmation } from './confirm-password.ts'
import { tokenView } from './views.ts'

const day = 24 * 60 * 60 * 1000

/** More than anybody has programs. */
export const mostTokens = 100

export async function listTokens(ctx: AccountContext): Promise<Token[]> {
  authorise(ctx.principal, 'own.manage')
  const id = ownId(ctx)
  return (await accountsOf(ctx).read((store) => store.tokens(id))).map(tokenView)
}

export async function makeToken(
  ctx: AccountContext,
  { password, ...input }: NewToken,
  from: Omit<Confirmation, 'password'>,
): Promise<MadeToken> {
  authorise(ctx.principal, 'own.manage')
  const account = ownId(ctx)
  const { name, access, workspaces, expiresInDays } = input
  const unseen = workspaces?.find((one) => !ctx.principal.can('workspaces.read', one))
  if (unseen !== undefined) {
    throw new AppError('workspaces.not_found', `There is no workspace ${unseen}.`)
  }
  await confirmPassword(ctx, { ...from, password })
  const token = newToken()
  const now = ctx.now().getTime()
  const stored: StoredToken = {
    id: ctx.newId(),
    account,
    hash: hashSecret(token),
    name,
    access,
    workspaces,
    createdAt: now,
    expiresAt: expiresInDays === null ? null : now + expiresInDays * day,
    usedAt: null,
  }
  await accountsOf(ctx).transact(async (store) => {
    if ((await store.tokens(account)).length >= mostTokens) {
      throw new AppError('forbidden', `One may have ${mostTokens} tokens; remove one first.`)
    }
    await store.putToken(stored)
  })
  return { ...tokenView(stored), token }
}

export async function removeToken(ctx: AccountContext, token: string): Promise<void> {
  authorise(ctx.principal, 'own.manage')
  const id = ownId(ctx)
  const wasThere = await accountsOf(ctx).transact(async (store) => {
    await store.touch()
    return store.removeToken(token, id)
  })
  if (!wasThere) throw notFound('token')
}

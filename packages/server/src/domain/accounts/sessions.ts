import type { Session } from '@triptych/contract/accounts'
import { authorise } from '../../auth/principal.ts'
import { accountsOf, notFound, ownId } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { sessionView } from './views.ts'

/** Where whoever asks is logged in; `current` is the one that was shown. */
export async function listSessions(
  ctx: AccountContext,
  current: string | null,
): Promise<Session[]> {
  authorise(ctx.principal, 'own.manage')
  const id = ownId(ctx)
  const now = ctx.now().getTime()
  const sessions = await accountsOf(ctx).read((store) => store.sessions(id))
  return sessions
    .filter(({ expiresAt }) => expiresAt > now)
    .map((session) => sessionView(session, current))
}

export async function endSession(ctx: AccountContext, session: string): Promise<void> {
  authorise(ctx.principal, 'own.manage')
  const id = ownId(ctx)
  const wasThere = await accountsOf(ctx).transact(async (store) => {
    await store.touch()
    return store.removeSession(session, id)
  })
  if (!wasThere) throw notFound('session')
}

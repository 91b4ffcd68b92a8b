import type { Invitation, MadeLink, NewInvitation } from '@triptych/contract/accounts'
import { accountsOf, notFound } from './account-context.ts'
import { draftLink } from './make-link.ts'
import { authoriseIn } from './members.ts'
import type { MemberContext } from './members.ts'
import { instant } from './views.ts'

/** Those that nobody has used yet. */
export async function listInvitations(
  ctx: MemberContext,
  workspace: string,
): Promise<Invitation[]> {
  await authoriseIn(ctx, 'members.read', workspace)
  const now = ctx.now().getTime()
  return accountsOf(ctx).read(async (store) => {
    const names = new Map((await store.accounts()).map(({ id, name }) => [id, name]))
    return (await store.links('invitation')).flatMap((link): Invitation[] => {
      const { id, role, madeBy, expiresAt } = link
      if (link.workspace !== workspace || role === null || expiresAt <= now) return []
      const invitedBy = names.get(madeBy ?? '') ?? ''
      return [{ id, place: { workspace, role }, invitedBy, expiresAt: instant(expiresAt) }]
    })
  })
}

/** Owners have the highest role there is, so nobody gives more than they have. */
export async function invite(
  ctx: MemberContext,
  { workspace, role }: NewInvitation,
  url: string,
): Promise<MadeLink> {
  await authoriseIn(ctx, 'members.manage', workspace)
  const { stored, made } = draftLink(ctx, url, { kind: 'invitation', workspace, role })
  await accountsOf(ctx).transact((store) => store.putLink(stored))
  return made
}

/** Which workspace it leads to is known only when it is found; to others it is not there. */
export async function takeBackInvitation(ctx: MemberContext, id: string): Promise<void> {
  const { can } = ctx.principal
  const wasThere = await accountsOf(ctx).transact(async (store) => {
    const link = (await store.links('invitation')).find((one) => one.id === id)
    const isTheirs = link?.workspace ? can('members.manage', link.workspace) : false
    return link !== undefined && isTheirs && store.removeLink(id)
  })
  if (!wasThere) throw notFound('invitation')
}

import { accountsOf } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { draftLink, replaceLinks } from './make-link.ts'

/** The link by which the first owner comes in; `null` where there is an owner. Those before it are worth nothing. */
export async function firstOwnerLink(ctx: AccountContext, url: string): Promise<string | null> {
  const drafted = draftLink(ctx, url, { kind: 'first-owner' })
  return accountsOf(ctx).transact(async (store) => {
    if ((await store.countOwners()) > 0) return null
    await replaceLinks(store, drafted)
    return drafted.made.link
  })
}

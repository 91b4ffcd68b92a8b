import type { Account, AccountChange, MadeLink } from '@triptych/contract/accounts'
import { authorise } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import type { AccountStore, StoredAccount } from '../../ports/accounts.ts'
import { accountsOf } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { existing } from './confirm-password.ts'
import { replaceMail } from './mail.ts'
import { draftLink, replaceLinks } from './make-link.ts'
import { nameKey } from './name-key.ts'
import { noteRemoval, removalOf } from './note-access.ts'
import type { NoteContext } from './note-access.ts'
import { accountView } from './views.ts'

export async function listAccounts(ctx: AccountContext): Promise<Account[]> {
  authorise(ctx.principal, 'accounts.manage')
  return accountsOf(ctx).read(async (store) => {
    const views: Account[] = []
    for (const account of await store.accounts()) {
      views.push(accountView(account, await store.mailOf(account.id)))
    }
    return views
  })
}

export async function changeAccount(
  ctx: AccountContext,
  id: string,
  change: AccountChange,
): Promise<Account> {
  authorise(ctx.principal, 'accounts.manage')
  return accountsOf(ctx).transact(async (store) => {
    const account = await existing(store, id)
    const { name = account.name, isOwner = account.isOwner } = change
    if (!isOwner) await refuseLast(store, account)
    const changed = { ...account, name, key: nameKey(name), isOwner }
    if (!(await store.putAccount(changed))) {
      throw new AppError('auth.name_taken', 'Somebody has this name already.')
    }
    if (change.mail !== undefined) await replaceMail(store, id, change.mail)
    await store.touch()
    return accountView(changed, await store.mailOf(id))
  })
}

export async function removeAccount(ctx: AccountContext & NoteContext, id: string): Promise<void> {
  authorise(ctx.principal, 'accounts.manage')
  const removal = await accountsOf(ctx).transact(async (store) => {
    const account = await existing(store, id)
    await refuseLast(store, account)
    const found = await removalOf(store, account)
    await store.removeAccount(id)
    await store.touch()
    return found
  })
  await noteRemoval(ctx, removal)
}

/** Passkeys, tokens and sessions: whoever has a device or a file that was lost is out. The password stays. */
export async function removeKeys(ctx: AccountContext, id: string): Promise<void> {
  authorise(ctx.principal, 'accounts.manage')
  await accountsOf(ctx).transact(async (store) => {
    await existing(store, id)
    for (const passkey of await store.passkeys(id)) await store.removePasskey(passkey.id, id)
    for (const token of await store.tokens(id)) await store.removeToken(token.id, id)
    await store.removeSessions(id, null)
    await store.touch()
  })
}

/** A link by which somebody chooses another password; until it is used the old one holds. */
export async function makePasswordLink(
  ctx: AccountContext,
  id: string,
  url: string,
): Promise<MadeLink> {
  authorise(ctx.principal, 'accounts.manage')
  const drafted = draftLink(ctx, url, { kind: 'password', account: id })
  await accountsOf(ctx).transact(async (store) => {
    await existing(store, id)
    await replaceLinks(store, drafted)
  })
  return drafted.made
}

async function refuseLast(store: AccountStore, { isOwner }: StoredAccount): Promise<void> {
  if (!isOwner || (await store.countOwners()) > 1) return
  const message = 'This is the last owner of the server; make somebody else one first.'
  throw new AppError('auth.last_owner', message)
}

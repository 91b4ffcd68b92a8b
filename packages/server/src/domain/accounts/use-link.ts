import type { LinkPurpose, LinkUse } from '@triptych/contract/accounts'
import { higherRole, isAtLeast } from '../../auth/permissions.ts'
import { hashPassword } from '../../auth/password.ts'
import { hashSecret } from '../../auth/secrets.ts'
import { AppError } from '../../errors.ts'
import type { AccountReader, AccountStore, StoredLink } from '../../ports/accounts.ts'
import { accountsOf } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { inTurn } from './log-in.ts'
import { nameKey } from './name-key.ts'
import { instant } from './views.ts'

/** What a link is for, while it can be used. Whoever has it may know. */
export async function lookAtLink(ctx: AccountContext, secret: string): Promise<LinkPurpose> {
  const now = ctx.now().getTime()
  return accountsOf(ctx).read(async (store) => {
    const link = await usableLink(store, secret, now)
    const { kind, account, workspace, role, expiresAt } = link
    const whose = account === null ? null : await store.account(account)
    return {
      kind,
      name: whose?.name ?? null,
      place: workspace !== null && role !== null ? { workspace, role } : null,
      expiresAt: instant(expiresAt),
    }
  })
}

/** Once only. Answers the account that it has led to; `visitor` is the account of whoever is logged in already. */
export async function useLink(
  ctx: AccountContext,
  { secret, name, password }: LinkUse,
  visitor: string | null,
): Promise<string> {
  const accounts = accountsOf(ctx)
  const now = ctx.now().getTime()
  // Before anything is hashed: only who has a link may ask for so much work.
  await accounts.read((store) => usableLink(store, secret, now))
  const hashed = password === undefined ? null : await inTurn(() => hashPassword(password))
  const id = ctx.newId()

  async function makeAccount(store: AccountStore, isOwner: boolean): Promise<string> {
    if (name === undefined) throw missing('name')
    if (hashed === null) throw missing('password')
    const made = { id, name, key: nameKey(name), password: hashed, isOwner, createdAt: now }
    if (await store.putAccount(made)) return id
    throw new AppError('auth.name_taken', 'Somebody has this name already.')
  }

  return accounts.transact(async (store) => {
    const link = await usableLink(store, secret, now)
    await store.removeLink(link.id)
    await store.touch()
    if (link.kind === 'first-owner') return makeAccount(store, true)
    if (link.kind === 'invitation') {
      const isNew = visitor === null || name !== undefined
      const account = isNew ? await makeAccount(store, false) : visitor
      await grant(store, link, account)
      return account
    }
    if (hashed === null) throw missing('password')
    return setPassword(store, link, hashed)
  })
}

async function usableLink(store: AccountReader, secret: string, now: number): Promise<StoredLink> {
  const link = await store.linkByHash(hashSecret(secret))
  const isUsable = link && link.expiresAt > now && (await stillHolds(store, link))
  if (isUsable) return link
  throw new AppError('auth.bad_link', 'This link was used, is too old, or was taken back.')
}

/** Whoever invites may have lost the right to, and the first owner may be there. */
async function stillHolds(store: AccountReader, link: StoredLink): Promise<boolean> {
  const { kind, account, madeBy, workspace } = link
  if (kind === 'first-owner') return (await store.countOwners()) === 0
  if (kind === 'password') return account !== null && (await store.account(account)) !== null
  if (madeBy === null) return true
  const maker = await store.account(madeBy)
  if (!maker) return false
  const grants = await store.grantsOf(madeBy)
  return maker.isOwner || grants.some((one) => one.workspace === workspace && one.role === 'owner')
}

/** An invitation takes nothing away from whoever has more already. */
async function grant(store: AccountStore, link: StoredLink, account: string): Promise<void> {
  const { workspace, role } = link
  if (workspace === null || role === null) return
  const own = (await store.grants(workspace)).find(
    ({ kind, subject }) => kind === 'account' && subject === account,
  )
  if (own && isAtLeast(own.role, role)) return
  const given = higherRole(own?.role, role)
  await store.setGrant({ workspace, kind: 'account', subject: account, role: given })
}

/** Whoever had the old one is out. */
async function setPassword(
  store: AccountStore,
  { account: id }: StoredLink,
  password: string,
): Promise<string> {
  const account = id === null ? null : await store.account(id)
  if (!account) throw new AppError('auth.bad_link', 'The account is gone.')
  await store.putAccount({ ...account, password })
  await store.removeSessions(account.id, null)
  // Others for the same may lie in a mailbox.
  await store.removeLinks('password', account.id)
  return account.id
}

function missing(path: 'name' | 'password'): AppError {
  return new AppError('body.invalid', `This link asks for a ${path}.`, { path })
}

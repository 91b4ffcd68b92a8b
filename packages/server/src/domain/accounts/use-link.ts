import type { LinkPurpose, LinkUse } from '@triptych/contract/accounts'
import { higherRole, isAtLeast } from '../../auth/permissions.ts'
import { hashPassword } from '../../auth/password.ts'
import { hashSecret } from '../../auth/secrets.ts'
import { AppError } from '../../errors.ts'
import type { AccountReader, AccountStore, StoredLink } from '../../ports/accounts.ts'
import { accountsOf } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { inTurn } from './log-in.ts'
import { replaceMail } from './mail.ts'
import { nameKey } from './name-key.ts'
import { noteRole } from './note-access.ts'
import type { NoteContext, RoleChange } from './note-access.ts'
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
  ctx: AccountContext & NoteContext,
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

  const { account, given } = await accounts.transact(async (store): Promise<Used> => {
    const link = await usableLink(store, secret, now)
    await store.removeLink(link.id)
    await store.touch()
    if (link.kind === 'first-owner') return { account: await makeAccount(store, true), given: null }
    if (link.kind === 'invitation') {
      const isNew = visitor === null || name !== undefined
      const account = isNew ? await makeAccount(store, false) : visitor
      return { account, given: await grant(store, link, account) }
    }
    if (link.kind === 'mail')
      return { account: await confirmMail(store, link, visitor), given: null }
    if (hashed === null) throw missing('password')
    return { account: await setPassword(store, link, hashed), given: null }
  })
  if (given) {
    // Whoever takes it has just become somebody.
    await noteRole({ ...ctx, principal: { id: account, name: given.name } }, given)
  }
  return account
}

interface Used {
  account: string
  /** `null`: what they may do is what it was. */
  given: RoleChange | null
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
  if (kind === 'password' || kind === 'mail')
    return account !== null && (await store.account(account)) !== null
  if (madeBy === null) return true
  const maker = await store.account(madeBy)
  if (!maker) return false
  const grants = await store.grantsOf(madeBy)
  return maker.isOwner || grants.some((one) => one.workspace === workspace && one.role === 'owner')
}

/** An invitation takes nothing away from whoever has more already. */
async function grant(
  store: AccountStore,
  link: StoredLink,
  account: string,
): Promise<RoleChange | null> {
  const { workspace, role } = link
  if (workspace === null || role === null) return null
  const own = (await store.grants(workspace)).find(
    ({ kind, subject }) => kind === 'account' && subject === account,
  )
  if (own && isAtLeast(own.role, role)) return null
  const given = higherRole(own?.role, role)
  await store.setGrant({ workspace, kind: 'account', subject: account, role: given })
  const { name } = (await store.account(account)) ?? { name: '' }
  return { workspace, kind: 'account', id: account, name, role: given, before: own?.role ?? null }
}

/** By whoever has the account: the address may be that of a stranger, who is to have nothing of it. */
async function confirmMail(
  store: AccountStore,
  { account, mail }: StoredLink,
  visitor: string | null,
): Promise<string> {
  if (account === null || account !== visitor) {
    throw new AppError('forbidden', 'Log in to the account that this mail address is for.')
  }
  await replaceMail(store, account, mail)
  return account
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

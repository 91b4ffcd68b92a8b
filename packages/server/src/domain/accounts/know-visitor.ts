import type { Role } from '@triptych/contract/accounts'
import { higherRole } from '../../auth/permissions.ts'
import type { Rights, Scope } from '../../auth/permissions.ts'
import type { AccountReader, AccountsDatabase } from '../../ports/accounts.ts'
import { sessionEnd } from './start-session.ts'
import type { Whence } from './start-session.ts'

/** Somebody who has shown something by which they are known. */
export interface Known {
  rights: Rights
  /** The session or token that was shown; `null` where somebody else has said who it is. */
  credential: { kind: 'session' | 'token'; id: string } | null
  /** When that ends, if ever. */
  expiresAt: number
  /** When it was written down last that it was used. */
  usedAt: number
}

export async function knownBySession(store: AccountReader, hash: string): Promise<Known | null> {
  const session = await store.sessionByHash(hash)
  const rights = session && (await rightsOf(store, session.account, null))
  if (!rights) return null
  const { id, expiresAt, usedAt } = session
  return { rights, credential: { kind: 'session', id }, expiresAt, usedAt }
}

export async function knownByToken(store: AccountReader, hash: string): Promise<Known | null> {
  const token = await store.tokenByHash(hash)
  const rights = token && (await rightsOf(store, token.account, token))
  if (!rights) return null
  const { id, expiresAt, usedAt } = token
  return {
    rights,
    credential: { kind: 'token', id },
    expiresAt: expiresAt ?? Infinity,
    usedAt: usedAt ?? 0,
  }
}

export async function knownByAccount(store: AccountReader, id: string): Promise<Known | null> {
  const rights = await rightsOf(store, id, null)
  return rights && { rights, credential: null, expiresAt: Infinity, usedAt: 0 }
}

async function rightsOf(
  store: AccountReader,
  id: string,
  token: Scope | null,
): Promise<Rights | null> {
  const account = await store.account(id)
  if (!account) return null
  const roles = new Map<string, Role>()
  for (const { workspace, role } of await store.grantsOf(id)) {
    roles.set(workspace, higherRole(roles.get(workspace), role))
  }
  const { name, isOwner } = account
  const scope = token && { access: token.access, workspaces: token.workspaces }
  return { id, name, isOwner, roles, groups: await store.groupsOf(id), scope }
}

/** Writes down that a session or token was used; nothing where it was revoked meanwhile. */
export async function noteUse(
  accounts: AccountsDatabase,
  { kind, hash }: { kind: 'session' | 'token'; hash: string },
  { now, address }: { now: number } & Pick<Whence, 'address'>,
): Promise<void> {
  await accounts.transact(async (store) => {
    if (kind === 'token') {
      const token = await store.tokenByHash(hash)
      if (token) await store.putToken({ ...token, usedAt: now })
      return
    }
    const session = await store.sessionByHash(hash)
    if (!session || session.expiresAt <= now) return
    const expiresAt = sessionEnd(session.createdAt, now)
    await store.putSession({ ...session, usedAt: now, expiresAt, address })
  })
}

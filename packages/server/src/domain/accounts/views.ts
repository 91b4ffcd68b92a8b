import type { Account, Session, Token } from '@triptych/contract/accounts'
import type { StoredAccount, StoredSession, StoredToken } from '../../ports/accounts.ts'

/** What is told of what is kept: never a password, a hash, or whose it is. */
export function accountView(
  { id, name, isOwner, createdAt }: StoredAccount,
  mail: string | null,
): Account {
  return { id, name, isOwner, mail, createdAt: instant(createdAt) }
}

export function sessionView(session: StoredSession, current: string | null): Session {
  const { id, createdAt, usedAt, expiresAt, address, agent } = session
  return {
    id,
    createdAt: instant(createdAt),
    usedAt: instant(usedAt),
    expiresAt: instant(expiresAt),
    address,
    agent,
    isThis: id === current,
  }
}

export function tokenView(token: StoredToken): Token {
  const { id, name, access, workspaces, createdAt, expiresAt, usedAt } = token
  return {
    id,
    name,
    access,
    workspaces: workspaces && [...workspaces],
    createdAt: instant(createdAt),
    expiresAt: expiresAt === null ? null : instant(expiresAt),
    usedAt: usedAt === null ? null : instant(usedAt),
  }
}

export function instant(time: number): string {
  return new Date(time).toISOString()
}

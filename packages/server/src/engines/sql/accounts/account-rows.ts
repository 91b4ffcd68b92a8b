import type { LinkKind, Role } from '@triptych/contract/accounts'
import type {
  Grant,
  Identity,
  StoredAccount,
  StoredLink,
  StoredPasskey,
  StoredSession,
  StoredToken,
} from '../../../ports/accounts.ts'
import { sql } from '../core/sql.ts'

/** What is selected of each, in the order in which the functions below read it. */
export const accountColumns = sql`id, name, key, password, is_owner, created_at`
export const sessionColumns = sql`id, account, hash, created_at, used_at, expires_at, address, agent`
export const tokenColumns = sql`id, account, hash, name, access, workspaces, created_at, expires_at, used_at`
export const passkeyColumns = sql`id, account, credential, public_key, counter, transports, site, name, is_synced, created_at, used_at`
export const linkColumns = sql`id, hash, kind, account, workspace, role, made_by, expires_at, mail`
export const grantColumns = sql`workspace, kind, subject, role`
export const identityColumns = sql`provider, subject, account`

export function accountOf(row: unknown[]): StoredAccount {
  const [id, name, key, password, isOwner, createdAt] = row
  return {
    id: String(id),
    name: String(name),
    key: String(key),
    password: password as string | null,
    isOwner: Number(isOwner) === 1,
    createdAt: Number(createdAt),
  }
}

export function sessionOf(row: unknown[]): StoredSession {
  const [id, account, hash, createdAt, usedAt, expiresAt, address, agent] = row
  return {
    id: String(id),
    account: String(account),
    hash: String(hash),
    createdAt: Number(createdAt),
    usedAt: Number(usedAt),
    expiresAt: Number(expiresAt),
    address: address as string | null,
    agent: agent as string | null,
  }
}

export function tokenOf(row: unknown[]): StoredToken {
  const [id, account, hash, name, access, workspaces, createdAt, expiresAt, usedAt] = row
  return {
    id: String(id),
    account: String(account),
    hash: String(hash),
    name: String(name),
    access: access as StoredToken['access'],
    workspaces: namesOf(workspaces as string | null),
    createdAt: Number(createdAt),
    expiresAt: timeOf(expiresAt),
    usedAt: timeOf(usedAt),
  }
}

export function passkeyOf(row: unknown[]): StoredPasskey {
  const [id, account, credential, publicKey, counter, transports, site, name, ...more] = row
  const [isSynced, createdAt, usedAt] = more
  return {
    id: String(id),
    account: String(account),
    credential: String(credential),
    publicKey: String(publicKey),
    counter: Number(counter),
    transports: JSON.parse(String(transports)) as string[],
    site: String(site),
    name: String(name),
    isSynced: Number(isSynced) === 1,
    createdAt: Number(createdAt),
    usedAt: timeOf(usedAt),
  }
}

export function linkOf(row: unknown[]): StoredLink {
  const [id, hash, kind, account, workspace, role, madeBy, expiresAt, mail] = row
  return {
    id: String(id),
    hash: String(hash),
    kind: kind as LinkKind,
    account: account as string | null,
    workspace: workspace as string | null,
    role: role as Role | null,
    madeBy: madeBy as string | null,
    mail: mail as string | null,
    expiresAt: Number(expiresAt),
  }
}

export function grantOf([workspace, kind, subject, role]: unknown[]): Grant {
  return {
    workspace: String(workspace),
    kind: kind as Grant['kind'],
    subject: String(subject),
    role: role as Role,
  }
}

export function identityOf([provider, subject, account]: unknown[]): Identity {
  return { provider: String(provider), subject: String(subject), account: String(account) }
}

function namesOf(json: string | null): string[] | null {
  return json === null ? null : (JSON.parse(json) as string[])
}

function timeOf(cell: unknown): number | null {
  return cell === null ? null : Number(cell)
}

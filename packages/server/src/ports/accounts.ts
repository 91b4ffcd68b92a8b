import type { LinkKind, Role } from '@triptych/contract/accounts'

/** Times are milliseconds since 1970, and secrets are kept as SHA-256 in hex, never as they are. */
export interface StoredAccount {
  id: string
  name: string
  /** What is unique: two names that look alike have the same. */
  key: string
  /** As `hashPassword` wrote it; `null`: no password lets in. */
  password: string | null
  isOwner: boolean
  createdAt: number
}

export interface StoredSession {
  id: string
  account: string
  hash: string
  createdAt: number
  usedAt: number
  expiresAt: number
  address: string | null
  agent: string | null
}

export interface StoredToken {
  id: string
  account: string
  hash: string
  name: string
  access: 'read' | 'write'
  workspaces: readonly string[] | null
  createdAt: number
  expiresAt: number | null
  usedAt: number | null
}

export interface StoredLink {
  id: string
  hash: string
  kind: LinkKind
  /** Whose password or mail address it is; `null` for others. */
  account: string | null
  /** The address that it confirms. */
  mail: string | null
  workspace: string | null
  role: Role | null
  /** The account that made it; `null`: the server. */
  madeBy: string | null
  expiresAt: number
}

export interface StoredGroup {
  id: string
  name: string
  key: string
  members: readonly string[]
}

/** An account or a group has a role in a workspace. */
export interface Grant {
  workspace: string
  kind: 'account' | 'group'
  subject: string
  role: Role
}

/** A key pair of a device or of a password manager; the public half is here. */
export interface StoredPasskey {
  id: string
  account: string
  /** As the authenticator calls it, in base64url; no other has it. */
  credential: string
  /** As COSE, in base64url. */
  publicKey: string
  /** Of some it grows with each use; of those that are on several devices it stays 0. */
  counter: number
  /** By which the browser can reach it. */
  transports: readonly string[]
  /** The host that it is for; it works nowhere else. */
  site: string
  name: string
  /** Whether its keeper has it on several devices. */
  isSynced: boolean
  createdAt: number
  usedAt: number | null
}

/** Somebody who is known elsewhere: at a provider, an issuer, a proxy. */
export interface Identity {
  provider: string
  subject: string
  account: string
}

export interface AccountReader {
  /** Grows with every change that may let somebody do more or less than before. */
  revision(): Promise<number>
  /** Oldest first. */
  accounts(): Promise<StoredAccount[]>
  account(id: string): Promise<StoredAccount | null>
  accountByKey(key: string): Promise<StoredAccount | null>
  countOwners(): Promise<number>
  sessions(account: string): Promise<StoredSession[]>
  sessionByHash(hash: string): Promise<StoredSession | null>
  tokens(account: string): Promise<StoredToken[]>
  tokenByHash(hash: string): Promise<StoredToken | null>
  mailOf(account: string): Promise<string | null>
  /** The ids of those with this address, in small letters. */
  accountsByMail(key: string): Promise<string[]>
  /** Oldest first. */
  passkeys(account: string): Promise<StoredPasskey[]>
  passkeyByCredential(credential: string): Promise<StoredPasskey | null>
  links(kind: LinkKind): Promise<StoredLink[]>
  linkByHash(hash: string): Promise<StoredLink | null>
  groups(): Promise<StoredGroup[]>
  groupsOf(account: string): Promise<string[]>
  grants(workspace: string): Promise<Grant[]>
  /** In all workspaces, be they there or not. */
  allGrants(): Promise<Grant[]>
  /** To the account itself and to its groups. */
  grantsOf(account: string): Promise<Grant[]>
  identity(provider: string, subject: string): Promise<Identity | null>
  identities(): Promise<Identity[]>
}

export interface AccountStore extends AccountReader {
  /** To be called in each transaction that changes what somebody may do. */
  touch(): Promise<void>
  /** Replaces the one of the same id. `false`: another has the key. */
  putAccount(account: StoredAccount): Promise<boolean>
  /** With its sessions, tokens, passkeys, links, grants, identities and places in groups. */
  removeAccount(id: string): Promise<void>
  putSession(session: StoredSession): Promise<void>
  /** Answers whether there was one. `account`: only if it is theirs. */
  removeSession(id: string, account: string): Promise<boolean>
  /** All of an account but one. */
  removeSessions(account: string, except: string | null): Promise<void>
  putToken(token: StoredToken): Promise<void>
  removeToken(id: string, account: string): Promise<boolean>
  /** `null` takes it away. */
  setMail(account: string, mail: string | null): Promise<void>
  /** Replaces the one of the same id. `false`: another has the credential. */
  putPasskey(passkey: StoredPasskey): Promise<boolean>
  removePasskey(id: string, account: string): Promise<boolean>
  putLink(link: StoredLink): Promise<void>
  removeLink(id: string): Promise<boolean>
  /** All of one kind, for one account or for none. */
  removeLinks(kind: LinkKind, account: string | null): Promise<void>
  /** `false`: another has the key. Members that are no accounts are left out. */
  putGroup(group: StoredGroup): Promise<boolean>
  removeGroup(id: string): Promise<boolean>
  /** `null` takes the role away. */
  setGrant(grant: Omit<Grant, 'role'> & { role: Role | null }): Promise<void>
  putIdentity(identity: Identity): Promise<void>
  /** Answers how many there were under this key since its window began, this one included; -1 takes one back. */
  countTry(key: string, now: number, windowMs: number, by?: 1 | -1): Promise<number>
  forgetTries(key: string): Promise<void>
  /**
   * Under this key `ms` more of a budget were used that comes back with time: answers when all of it is back. What is
   * back is forgotten.
   */
  addUse(key: string, now: number, ms: number): Promise<number>
  /** Of sessions, tokens, links, tries and uses. */
  removeExpired(now: number): Promise<void>
}

/** The accounts of all workspaces of a server, and of all servers on the same database. */
export interface AccountsDatabase {
  /** Known to nobody outside, and the same on all servers: signs what browsers carry for us. */
  readonly secret: string
  read<T>(work: (store: AccountReader) => Promise<T>): Promise<T>
  /** All of `work` or nothing, one after the other, durable when it answers. It may run more than once. */
  transact<T>(work: (store: AccountStore) => Promise<T>): Promise<T>
  /** Called when the revision may have grown, here or on another server, within a second. */
  onChange(listener: () => void): () => void
  close(): Promise<void>
}

import type { Claim } from '../../auth/claim.ts'
import type { Context } from '../../context.ts'
import { newStepId } from '../../step-id.ts'
import type {
  AccountReader,
  AccountsDatabase,
  AccountStore,
  StoredAccount,
} from '../../ports/accounts.ts'
import { nameKey } from './name-key.ts'
import { noteRegrouping, regroupingOf } from './note-access.ts'
import type { Regrouping } from './note-access.ts'

type Parts = Pick<Context, 'now' | 'newId' | 'workspaces'> & { accounts: AccountsDatabase }

/**
 * The account of somebody who is known elsewhere, made when they first come. Where their groups are told, they are in
 * those of ours that have such a name, and in no other; the same with whether the server is theirs.
 */
export async function accountOf(parts: Parts, claim: Claim): Promise<string> {
  const { accounts } = parts
  const found = await accounts.read(async (store) => {
    const known = await store.identity(claim.provider, claim.subject)
    return known && (await isAsSaid(store, known.account, claim)) ? known.account : null
  })
  if (found !== null) return found
  const { account, regroupings } = await accounts.transact(async (store) => {
    const known = await store.identity(claim.provider, claim.subject)
    const account = known?.account ?? (await makeAccount(store, parts, claim))
    const regroupings = claim.groups ? await setGroups(store, account, claim.groups) : []
    if (!(await isOwnerAsSaid(store, account, claim))) await setOwner(store, account, claim)
    await store.touch()
    return { account, regroupings }
  })
  const principal = { id: account, name: claim.name }
  const step = newStepId(parts.now())
  const author = { ...parts, principal, origin: null, address: null, step }
  for (const regrouping of regroupings) await noteRegrouping(author, regrouping)
  return account
}

async function isAsSaid(store: AccountReader, account: string, claim: Claim): Promise<boolean> {
  if (!(await isOwnerAsSaid(store, account, claim))) return false
  if (claim.groups === null) return true
  const wanted = new Set(claim.groups.map(nameKey))
  const groups = await store.groups()
  return groups.every(({ key, members }) => wanted.has(key) === members.includes(account))
}

/** The last owner stays one, whatever is said: nobody could make another. */
async function isOwnerAsSaid(
  store: AccountReader,
  id: string,
  { isOwner = null }: Claim,
): Promise<boolean> {
  if (isOwner === null) return true
  const account = await store.account(id)
  if (account?.isOwner === isOwner) return true
  return !isOwner && (await store.countOwners()) <= 1
}

async function setOwner(store: AccountStore, id: string, { isOwner }: Claim): Promise<void> {
  const account = await store.account(id)
  if (account) await store.putAccount({ ...account, isOwner: isOwner === true })
}

async function makeAccount(store: AccountStore, parts: Parts, claim: Claim): Promise<string> {
  const { provider, subject } = claim
  const id = parts.newId()
  const made = { id, password: null, isOwner: false, createdAt: parts.now().getTime() }
  for (let n = 1; !(await store.putAccount(named(made, claim.name, n))); n++);
  await store.putIdentity({ provider, subject, account: id })
  return id
}

/** Whoever has the name already stays who they are: a name elsewhere proves nothing here. */
function named(
  account: Omit<StoredAccount, 'name' | 'key'>,
  wanted: string,
  n: number,
): StoredAccount {
  const plain =
    wanted
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
      .trim()
      .slice(0, 50) || 'somebody'
  const name = n === 1 ? plain : `${plain} ${n}`
  return { ...account, name, key: nameKey(name) }
}

async function setGroups(
  store: AccountStore,
  account: string,
  names: readonly string[],
): Promise<Regrouping[]> {
  const wanted = new Set(names.map(nameKey))
  const done: Regrouping[] = []
  for (const group of await store.groups()) {
    const isIn = group.members.includes(account)
    if (wanted.has(group.key) === isIn) continue
    const others = group.members.filter((id) => id !== account)
    const changed = { ...group, members: isIn ? others : [...others, account] }
    const regrouping = await regroupingOf(store, group, changed)
    await store.putGroup(changed)
    if (regrouping) done.push(regrouping)
  }
  return done
}

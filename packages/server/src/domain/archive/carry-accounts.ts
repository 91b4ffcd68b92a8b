import { createHash } from 'node:crypto'
import { AccountsFile, KeptAccounts } from '@triptych/contract/archive'
import { AppError } from '../../errors.ts'
import type { AccountsDatabase, AccountStore } from '../../ports/accounts.ts'
import { parseJson } from './read-json.ts'

/** Sessions and links are left out: they are soon over, and whoever has them can have others. */
export function keepAccounts(accounts: AccountsDatabase): Promise<KeptAccounts> {
  return accounts.read(async (store) => {
    const all = await store.accounts()
    const tokens: KeptAccounts['tokens'] = []
    const passkeys: KeptAccounts['passkeys'] = []
    const mails: KeptAccounts['mails'] = []
    for (const { id } of all) {
      const mail = await store.mailOf(id)
      if (mail !== null) mails.push({ account: id, mail })
      for (const passkey of await store.passkeys(id)) {
        passkeys.push({ ...passkey, transports: [...passkey.transports] })
      }
      for (const token of await store.tokens(id)) {
        tokens.push({ ...token, workspaces: token.workspaces && [...token.workspaces] })
      }
    }
    const groups = await store.groups()
    return {
      accounts: all,
      tokens,
      passkeys,
      mails,
      groups: groups.map((group) => ({ ...group, members: [...group.members] })),
      grants: await store.allGrants(),
      identities: await store.identities(),
    }
  })
}

/** All of them, or nothing; `false` where there are some already. */
export function loadAccounts(accounts: AccountsDatabase, kept: KeptAccounts): Promise<boolean> {
  return accounts.transact(async (store) => {
    const isEmpty = (await store.accounts()).length + (await store.groups()).length === 0
    if (!isEmpty) return false
    for (const account of kept.accounts) refuseUnless(await store.putAccount(account))
    for (const group of kept.groups) refuseUnless(await store.putGroup(group))
    await loadRest(store, kept)
    // Whoever has a link to become the first owner comes too late.
    await store.removeLinks('first-owner', null)
    await store.touch()
    return true
  })
}

async function loadRest(store: AccountStore, kept: KeptAccounts): Promise<void> {
  const known = new Set(kept.accounts.map(({ id }) => id))
  const { tokens, passkeys, mails, identities } = kept
  for (const { account } of [...tokens, ...passkeys, ...mails, ...identities]) {
    refuseUnless(known.has(account))
  }
  for (const token of tokens) await store.putToken(token)
  for (const passkey of passkeys) refuseUnless(await store.putPasskey(passkey))
  for (const { account, mail } of mails) await store.setMail(account, mail)
  for (const grant of kept.grants) await store.setGrant(grant)
  for (const identity of identities) await store.putIdentity(identity)
}

function refuseUnless(isSound: boolean): void {
  if (!isSound) throw damaged()
}

export function accountsText(kept: KeptAccounts): string {
  const format = 'triptych-accounts-1'
  return JSON.stringify({ format, checksum: checksumOf(kept), kept }, null, 2)
}

/** Refuses what is not as it was written. */
export function readAccountsText(text: string): KeptAccounts {
  const file = AccountsFile.safeParse(parseJson(text)).data
  if (!file || file.checksum !== checksumOf(file.kept)) throw damaged()
  const { data } = KeptAccounts.safeParse(file.kept)
  if (!data) throw damaged()
  return data
}

function damaged(): AppError {
  return new AppError('bad_request', 'The kept accounts are damaged.')
}

function checksumOf(kept: unknown): string {
  return createHash('sha256').update(JSON.stringify(kept)).digest('hex')
}

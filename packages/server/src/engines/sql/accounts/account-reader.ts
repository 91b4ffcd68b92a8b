import type { AccountReader, StoredGroup } from '../../../ports/accounts.ts'
import { sql } from '../core/sql.ts'
import type { Sql, SqlSession } from '../core/sql.ts'
import {
  accountColumns,
  accountOf,
  grantColumns,
  grantOf,
  identityColumns,
  identityOf,
  linkColumns,
  linkOf,
  passkeyColumns,
  passkeyOf,
  sessionColumns,
  sessionOf,
  tokenColumns,
  tokenOf,
} from './account-rows.ts'

export function sqlAccountReader(session: SqlSession): AccountReader {
  async function one<T>(statement: Sql, read: (row: unknown[]) => T): Promise<T | null> {
    const row = await session.get(statement)
    return row ? read(row) : null
  }
  async function all<T>(statement: Sql, read: (row: unknown[]) => T): Promise<T[]> {
    return (await session.all(statement)).map(read)
  }
  async function number(statement: Sql): Promise<number> {
    return Number((await session.get(statement))?.[0])
  }

  return {
    revision: () => number(sql`select revision from _server`),

    accounts: () =>
      all(sql`select ${accountColumns} from _accounts order by created_at, id`, accountOf),
    account: (id) => one(sql`select ${accountColumns} from _accounts where id = ${id}`, accountOf),
    accountByKey: (key) =>
      one(sql`select ${accountColumns} from _accounts where key = ${key}`, accountOf),
    countOwners: () => number(sql`select count(*) from _accounts where is_owner = 1`),

    sessions: (account) =>
      all(
        sql`select ${sessionColumns} from _sessions where account = ${account}
            order by created_at, id`,
        sessionOf,
      ),
    sessionByHash: (hash) =>
      one(sql`select ${sessionColumns} from _sessions where hash = ${hash}`, sessionOf),

    tokens: (account) =>
      all(
        sql`select ${tokenColumns} from _tokens where account = ${account} order by created_at, id`,
        tokenOf,
      ),
    tokenByHash: (hash) =>
      one(sql`select ${tokenColumns} from _tokens where hash = ${hash}`, tokenOf),

    mailOf: (account) =>
      one(sql`select mail from _mail where account = ${account}`, ([mail]) => String(mail)),
    accountsByMail: (key) =>
      all(sql`select account from _mail where key = ${key} order by account`, ([id]) => String(id)),

    passkeys: (account) =>
      all(
        sql`select ${passkeyColumns} from _passkeys where account = ${account}
            order by created_at, id`,
        passkeyOf,
      ),
    passkeyByCredential: (credential) =>
      one(sql`select ${passkeyColumns} from _passkeys where credential = ${credential}`, passkeyOf),

    links: (kind) =>
      all(
        sql`select ${linkColumns} from _links where kind = ${kind} order by expires_at, id`,
        linkOf,
      ),
    linkByHash: (hash) => one(sql`select ${linkColumns} from _links where hash = ${hash}`, linkOf),

    async groups() {
      const members = new Map<string, string[]>()
      const rows = await session.all(
        sql`select group_id, account from _group_members order by group_id, account`,
      )
      for (const [group, account] of rows) {
        const some = members.get(String(group)) ?? []
        members.set(String(group), some)
        some.push(String(account))
      }
      return all(sql`select id, name, key from _groups order by key`, (row): StoredGroup => {
        const [id, name, key] = row.map(String) as [string, string, string]
        return { id, name, key, members: members.get(id) ?? [] }
      })
    },
    groupsOf: (account) =>
      all(
        sql`select group_id from _group_members where account = ${account} order by group_id`,
        ([id]) => String(id),
      ),

    grants: (workspace) =>
      all(
        sql`select ${grantColumns} from _grants where workspace = ${workspace}
            order by kind, subject`,
        grantOf,
      ),
    allGrants: () =>
      all(sql`select ${grantColumns} from _grants order by workspace, kind, subject`, grantOf),
    grantsOf: (account) =>
      all(
        sql`select ${grantColumns} from _grants
            where kind = 'account' and subject = ${account}
              or kind = 'group' and subject in
                (select group_id from _group_members where account = ${account})
            order by workspace, kind, subject`,
        grantOf,
      ),

    identity: (provider, subject) =>
      one(
        sql`select ${identityColumns} from _identities
            where provider = ${provider} and subject = ${subject}`,
        identityOf,
      ),
    identities: () =>
      all(sql`select ${identityColumns} from _identities order by provider, subject`, identityOf),
  }
}

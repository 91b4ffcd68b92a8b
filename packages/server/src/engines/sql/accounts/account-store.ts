import type { AccountStore } from '../../../ports/accounts.ts'
import { insertInto } from '../core/insert-rows.ts'
import { sql } from '../core/sql.ts'
import type { Sql, SqlSession } from '../core/sql.ts'
import { sqlAccountReader } from './account-reader.ts'
import {
  accountColumns,
  grantColumns,
  identityColumns,
  linkColumns,
  passkeyColumns,
  sessionColumns,
  tokenColumns,
} from './account-rows.ts'

const insertMembers = insertInto('_group_members', ['group_id', 'account'])

/** `touched` is called when what somebody may do is about to change. */
export function sqlAccountStore(session: SqlSession, touched: () => void): AccountStore {
  const isThere = async (statement: Sql): Promise<boolean> =>
    (await session.get(statement)) !== undefined

  async function putMembers(group: string, members: readonly string[]): Promise<void> {
    const accounts = await session.all(sql`select id from _accounts`)
    const known = new Set(accounts.map(([id]) => String(id)))
    await session.run(sql`delete from _group_members where group_id = ${group}`)
    const kept = [...new Set(members)].filter((id) => known.has(id))
    await insertMembers.run(
      session,
      kept.map((id) => [group, id]),
    )
  }

  return {
    ...sqlAccountReader(session),

    async touch() {
      touched()
      await session.run(sql`update _server set revision = revision + 1`)
    },

    async putAccount({ id, name, key, password, isOwner, createdAt }) {
      const other = sql`select 1 from _accounts where key = ${key} and id <> ${id}`
      if (await isThere(other)) return false
      await session.insert(
        sql`insert into _accounts (${accountColumns})
            values (${id}, ${name}, ${key}, ${password}, ${isOwner ? 1 : 0}, ${createdAt})
            on conflict (id) do update set
              name = excluded.name, key = excluded.key, password = excluded.password,
              is_owner = excluded.is_owner, created_at = excluded.created_at`,
      )
      return true
    },
    async removeAccount(id) {
      await session.run(sql`delete from _grants where kind = 'account' and subject = ${id}`)
      // All else that is theirs goes with it.
      await session.run(sql`delete from _accounts where id = ${id}`)
    },

    putSession: ({ id, account, hash, createdAt, usedAt, expiresAt, address, agent }) =>
      session.insert(
        sql`insert into _sessions (${sessionColumns})
            values (${id}, ${account}, ${hash}, ${createdAt}, ${usedAt}, ${expiresAt}, ${address},
                    ${agent})
            on conflict (id) do update set
              account = excluded.account, hash = excluded.hash, created_at = excluded.created_at,
              used_at = excluded.used_at, expires_at = excluded.expires_at,
              address = excluded.address, agent = excluded.agent`,
      ),
    async removeSession(id, account) {
      const theirs = sql`from _sessions where id = ${id} and account = ${account}`
      if (!(await isThere(sql`select 1 ${theirs}`))) return false
      await session.run(sql`delete ${theirs}`)
      return true
    },
    removeSessions: (account, except) =>
      session.run(sql`delete from _sessions where account = ${account} and id <> ${except ?? ''}`),

    putToken: (token) =>
      session.insert(
        sql`insert into _tokens (${tokenColumns})
            values (${token.id}, ${token.account}, ${token.hash}, ${token.name}, ${token.access},
                    ${token.workspaces && JSON.stringify(token.workspaces)}, ${token.createdAt},
                    ${token.expiresAt}, ${token.usedAt})
            on conflict (id) do update set
              account = excluded.account, hash = excluded.hash, name = excluded.name,
              access = excluded.access, workspaces = excluded.workspaces,
              created_at = excluded.created_at, expires_at = excluded.expires_at,
              used_at = excluded.used_at`,
      ),
    async removeToken(id, account) {
      const theirs = sql`from _tokens where id = ${id} and account = ${account}`
      if (!(await isThere(sql`select 1 ${theirs}`))) return false
      await session.run(sql`delete ${theirs}`)
      return true
    },

    setMail: (account, mail) =>
      mail === null
        ? session.run(sql`delete from _mail where account = ${account}`)
        : session.insert(
            sql`insert into _mail (account, mail, key)
                values (${account}, ${mail}, ${mail.toLowerCase()})
                on conflict (account) do update set mail = excluded.mail, key = excluded.key`,
          ),

    async putPasskey(passkey) {
      const { id, credential } = passkey
      const other = sql`select 1 from _passkeys where credential = ${credential} and id <> ${id}`
      if (await isThere(other)) return false
      await session.insert(
        sql`insert into _passkeys (${passkeyColumns})
            values (${id}, ${passkey.account}, ${credential}, ${passkey.publicKey},
                    ${passkey.counter}, ${JSON.stringify(passkey.transports)}, ${passkey.site},
                    ${passkey.name}, ${passkey.isSynced ? 1 : 0}, ${passkey.createdAt},
                    ${passkey.usedAt})
            on conflict (id) do update set
              account = excluded.account, credential = excluded.credential,
              public_key = excluded.public_key, counter = excluded.counter,
              transports = excluded.transports, site = excluded.site, name = excluded.name,
              is_synced = excluded.is_synced, created_at = excluded.created_at,
              used_at = excluded.used_at`,
      )
      return true
    },
    async removePasskey(id, account) {
      const theirs = sql`from _passkeys where id = ${id} and account = ${account}`
      if (!(await isThere(sql`select 1 ${theirs}`))) return false
      await session.run(sql`delete ${theirs}`)
      return true
    },

    putLink: ({ id, hash, kind, account, workspace, role, madeBy, expiresAt, mail }) =>
      session.insert(
        sql`insert into _links (${linkColumns})
            values (${id}, ${hash}, ${kind}, ${account}, ${workspace}, ${role}, ${madeBy},
                    ${expiresAt}, ${mail})
            on conflict (id) do update set
              hash = excluded.hash, kind = excluded.kind, account = excluded.account,
              workspace = excluded.workspace, role = excluded.role, made_by = excluded.made_by,
              expires_at = excluded.expires_at, mail = excluded.mail`,
      ),
    async removeLink(id) {
      if (!(await isThere(sql`select 1 from _links where id = ${id}`))) return false
      await session.run(sql`delete from _links where id = ${id}`)
      return true
    },
    removeLinks: (kind, account) =>
      session.run(
        account === null
          ? sql`delete from _links where kind = ${kind} and account is null`
          : sql`delete from _links where kind = ${kind} and account = ${account}`,
      ),

    async putGroup({ id, name, key, members }) {
      const other = sql`select 1 from _groups where key = ${key} and id <> ${id}`
      if (await isThere(other)) return false
      await session.insert(
        sql`insert into _groups (id, name, key) values (${id}, ${name}, ${key})
            on conflict (id) do update set name = excluded.name, key = excluded.key`,
      )
      await putMembers(id, members)
      return true
    },
    async removeGroup(id) {
      if (!(await isThere(sql`select 1 from _groups where id = ${id}`))) return false
      await session.run(sql`delete from _grants where kind = 'group' and subject = ${id}`)
      await session.run(sql`delete from _groups where id = ${id}`)
      return true
    },

    setGrant: ({ workspace, kind, subject, role }) =>
      role === null
        ? session.run(
            sql`delete from _grants
                where workspace = ${workspace} and kind = ${kind} and subject = ${subject}`,
          )
        : session.insert(
            sql`insert into _grants (${grantColumns})
                values (${workspace}, ${kind}, ${subject}, ${role})
                on conflict (workspace, kind, subject) do update set role = excluded.role`,
          ),

    putIdentity: ({ provider, subject, account }) =>
      session.insert(
        sql`insert into _identities (${identityColumns})
            values (${provider}, ${subject}, ${account})
            on conflict (provider, subject) do update set account = excluded.account`,
      ),

    async countTry(key, now, windowMs, by = 1) {
      const row = await session.get(sql`select tries, until from _tries where key = ${key}`)
      const isOver = row === undefined || Number(row[1]) <= now
      const tries = Math.max((isOver ? 0 : Number(row[0])) + by, 0)
      const until = isOver ? now + windowMs : Number(row[1])
      await session.insert(
        sql`insert into _tries (key, tries, until) values (${key}, ${tries}, ${until})
            on conflict (key) do update set tries = excluded.tries, until = excluded.until`,
      )
      return tries
    },
    forgetTries: (key) => session.run(sql`delete from _tries where key = ${key}`),

    // All there is to know is when it is over, as it is of a window of tries.
    async addUse(key, now, ms) {
      const row = await session.get(sql`select until from _tries where key = ${key}`)
      const until = Math.max(row === undefined ? now : Number(row[0]), now) + Math.ceil(ms)
      await session.insert(
        sql`insert into _tries (key, tries, until) values (${key}, 0, ${until})
            on conflict (key) do update set until = excluded.until`,
      )
      return until
    },

    async removeExpired(now) {
      await session.run(sql`delete from _sessions where expires_at <= ${now}`)
      await session.run(sql`delete from _tokens where expires_at <= ${now}`)
      await session.run(sql`delete from _links where expires_at <= ${now}`)
      await session.run(sql`delete from _tries where until <= ${now}`)
    },
  }
}

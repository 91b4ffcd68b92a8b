import type { ShareAccess } from '@triptych/contract/shares'
import type { ShareStore, StoredShare } from '../../../ports/shares.ts'
import { identifier, join, sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'

const columns = [
  'id',
  'hash',
  'entry',
  'access',
  'name',
  'sharer',
  'password',
  'downloads',
  'downloaded',
  'created_at',
  'expires_at',
]
const selected = join(
  columns.map((column) => sql`${identifier(column)}`),
  ', ',
)

export function sqlShareStore(session: SqlSession): ShareStore {
  async function find(id: string): Promise<StoredShare | null> {
    const row = await session.get(sql`select ${selected} from _shares where id = ${id}`)
    return row ? shareOf(row) : null
  }

  return {
    find,

    async all() {
      const rows = await session.all(sql`select ${selected} from _shares order by created_at, id`)
      return rows.map(shareOf)
    },

    async byHash(hash) {
      const row = await session.get(sql`select ${selected} from _shares where hash = ${hash}`)
      return row ? shareOf(row) : null
    },

    async count() {
      const row = await session.get(sql`select count(*) from _shares`)
      return Number(row?.[0])
    },

    add: (share) =>
      session.insert(
        sql`insert into _shares (${selected}) values (
              ${share.id}, ${share.hash}, ${share.entry}, ${share.access}, ${share.name}, ${share.sharer},
              ${share.password}, ${share.downloads}, ${share.downloaded}, ${share.createdAt}, ${share.expiresAt})`,
      ),

    async remove(id) {
      if (!(await find(id))) return false
      await session.run(sql`delete from _shares where id = ${id}`)
      return true
    },

    async countDownload(id) {
      const share = await find(id)
      if (!share || (share.downloads !== null && share.downloaded >= share.downloads)) return false
      await session.run(sql`update _shares set downloaded = downloaded + 1 where id = ${id}`)
      return true
    },

    async countTry(id, now, { most, windowMs }) {
      const row = await session.get(sql`select tries, tried_since from _shares where id = ${id}`)
      const [tries, since] = [Number(row?.[0] ?? 0), Number(row?.[1] ?? 0)]
      const left = since + windowMs - now
      // A clock that was set back must not lock anybody out for longer.
      const isOpen = left > 0 && left <= windowMs
      if (isOpen && tries >= most) return left
      await session.run(
        isOpen
          ? sql`update _shares set tries = tries + 1 where id = ${id}`
          : sql`update _shares set tries = 1, tried_since = ${now} where id = ${id}`,
      )
      return 0
    },

    forgiveTry: (id) =>
      session.run(sql`update _shares set tries = tries - 1 where id = ${id} and tries > 0`),

    removeStale: (before) =>
      session.run(
        sql`delete from _shares where expires_at < ${before}
              or (not exists (select 1 from _files where _files.id = entry)
                and not exists (select 1 from _former_files where _former_files.id = entry))`,
      ),
  }
}

function shareOf(row: readonly unknown[]): StoredShare {
  const [id, hash, entry, access, name, sharer, password] = row
  const [downloads, downloaded, createdAt, expiresAt] = row.slice(7)
  return {
    id: String(id),
    hash: String(hash),
    entry: Number(entry),
    // Nothing else is ever written.
    access: access as ShareAccess,
    name: textOf(name),
    sharer: textOf(sharer),
    password: textOf(password),
    downloads: numberOf(downloads),
    downloaded: Number(downloaded),
    createdAt: Number(createdAt),
    expiresAt: numberOf(expiresAt),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOf(value: unknown): number | null {
  return value === null ? null : Number(value)
}

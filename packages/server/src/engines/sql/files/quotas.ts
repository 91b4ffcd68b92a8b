import type { Quota, QuotaStore } from '../../../ports/quotas.ts'
import { sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'
import { idsUpFrom } from './folder-totals.ts'

const quotas = sql`select folder, _quotas.bytes, _files.bytes
  from _quotas join _files on _files.id = folder`

const anyKey = 'whether there are quotas'

export function sqlQuotas(session: SqlSession): QuotaStore {
  /** Asked three times for each upload. */
  async function hasAny(): Promise<boolean> {
    const known = session.kept?.get(anyKey) as boolean | undefined
    const isAny = known ?? Boolean(await session.get(sql`select 1 from _quotas limit 1`))
    session.kept?.set(anyKey, isAny)
    return isAny
  }

  return {
    async list() {
      return (await session.all(sql`${quotas} order by folder`)).map(quotaOf)
    },

    async above(folder) {
      // Most drives have none, and need not look up.
      if (!(await hasAny())) return []
      const rows = await session.all(
        sql`${quotas} where folder in (${idsUpFrom(folder)}) order by folder`,
      )
      return rows.map(quotaOf)
    },

    async set(folder, bytes) {
      await session.run(
        sql`delete from _quotas where folder = ${folder}
              or (folder not in (select id from _files) and folder not in (select id from _former_files))`,
      )
      if (bytes !== null) {
        await session.insert(sql`insert into _quotas (folder, bytes) values (${folder}, ${bytes})`)
      }
      session.kept?.delete(anyKey)
    },
  }
}

function quotaOf([folder, bytes, used]: unknown[]): Quota {
  return { folder: Number(folder), bytes: Number(bytes), used: Number(used) }
}

import type { Table } from '@triptych/contract/tables'
import { sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'

/**
 * Which tables refer to which is kept beside the definitions, so that a row can be deleted without
 * reading them all. To be called after definitions have changed.
 */
export async function refreshReferrers(
  session: SqlSession,
  definitionOf: (text: string) => Table,
): Promise<void> {
  const rows = await session.all(
    sql`select number, name, referrers, definition from _tables order by number`,
  )
  const referrers = new Map<string, Set<string>>()
  for (const [, name, , definition] of rows) {
    for (const { reference } of definitionOf(String(definition)).columns) {
      if (!reference) continue
      const known = referrers.get(reference.table) ?? new Set()
      referrers.set(reference.table, known.add(String(name)))
    }
  }

  for (const [number, name, known] of rows) {
    const now = JSON.stringify([...(referrers.get(String(name)) ?? [])])
    if (now === known) continue
    await session.run(sql`update _tables set referrers = ${now} where number = ${Number(number)}`)
  }
}

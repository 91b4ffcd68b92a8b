import type { TableStep } from '@triptych/contract/table-schema'
import type { Table } from '@triptych/contract/tables'
import type { HistoryReader } from '../../ports/history.ts'
import { endOfLog } from './parts-of.ts'
import { originsIn } from './past-table.ts'

/** What a column of a table is called now that was called so at a revision; as it was where it is gone. */
export type ColumnNow = (name: string, revision: number) => string

/** So often a table may have been changed; what was before keeps the names it had. */
const mostChanges = 200

/** For all that happened to a table since a revision. */
export async function columnsNow(
  history: Pick<HistoryReader, 'lastAbout'>,
  { name: table, columns }: Table,
  since: number,
): Promise<ColumnNow> {
  const changes: { revision: number; next: Map<string, string> }[] = []
  for (let at = endOfLog; changes.length < mostChanges; at = changes[0]!.revision) {
    const entry = await history.lastAbout([table], ['table-created', 'table-changed'], at)
    if (!entry?.before || entry.operation === 'table-created' || entry.revision <= since) break
    changes.unshift({ revision: entry.revision, next: renamesIn(entry) })
    // It was called otherwise until then, and the log tells of it by that name.
    if (entry.before['name'] !== table) break
  }

  return (name, revision) => {
    let now: string | undefined = name
    for (const change of changes) {
      if (change.revision > revision && now !== undefined) now = change.next.get(now)
    }
    return now !== undefined && columns.some((column) => column.name === now) ? now : name
  }
}

/** The names that the columns of a table had before a change, each with the one after it. */
function renamesIn({ before, after }: { before: unknown; after: unknown }): Map<string, string> {
  const { $changes = [] } = (after ?? {}) as { $changes?: TableStep[] }
  const origins = originsIn(before as Table, $changes)
  return new Map([...origins].flatMap(([is, was]) => (was === null ? [] : [[was, is] as const])))
}

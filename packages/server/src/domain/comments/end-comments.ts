import type { Commented } from '../../ports/comments.ts'
import type { Stores } from '../../ports/database.ts'
import type { DeletedThing } from '../../ports/history.ts'

/** What was deleted cannot come back when the log has lost it: what was said of it goes, unless the log still speaks of it. */
export async function endComments(
  stores: Pick<Stores, 'comments' | 'history' | 'gantt' | 'tables'>,
  deleted: readonly DeletedThing[],
): Promise<void> {
  for (const { name, with: top } of deleted) {
    const on = thingOf(name)
    const comments = await stores.comments.on(on)
    if (comments.length === 0 || (await isThere(stores, on))) continue
    if (await isToldOf(stores, [name, top])) continue
    for (const { id } of comments) await stores.comments.remove(id)
  }
}

function thingOf(name: string): Commented {
  const [table = '', id = ''] = name.split('/')
  return table === 'tasks'
    ? { kind: 'task', table: '', id: Number(id) }
    : { kind: 'row', table, id: Number(id) }
}

async function isThere(
  { gantt, tables }: Pick<Stores, 'gantt' | 'tables'>,
  { kind, table, id }: Commented,
): Promise<boolean> {
  if (kind === 'task') return (await gantt.task(id)) !== null
  const state = await tables.find(table)
  return state !== null && (await tables.row(state.table, id)) !== null
}

/** It may have come back since, and have been deleted again. */
async function isToldOf({ history }: Pick<Stores, 'history'>, names: string[]): Promise<boolean> {
  const everywhere = { after: 0, before: Number.MAX_SAFE_INTEGER }
  const of = { kind: 'entities', names } as const
  if ((await history.entries({ ...everywhere, of }, {}, 1)).length > 0) return true
  return history.hasImage(names[0]!)
}

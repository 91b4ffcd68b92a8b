import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import { tableNamed } from '../tables/find-table.ts'
import { columnsNow } from './columns-now.ts'
import type { ColumnNow } from './columns-now.ts'
import { subjectOf } from './words.ts'
import type { Names, Told } from './words.ts'

/** So long is a name at most that is read with others. */
const longestName = 200

/** What is called how by now, of all that these changes speak of, as whoever asks may know it. */
export async function namesNow(
  ctx: Pick<Context, 'principal' | 'workspace'>,
  stores: ReadStores,
  changes: readonly Told[],
): Promise<Names> {
  const rows = new Map<string, string>()
  const titles = new Map<string, string | null>()
  const tables = new Map<string, string>()
  const columns = new Map<string, ColumnNow>()
  for (const [name, { ids, since }] of rowsIn(changes)) {
    const seen = await tableNamed(ctx, stores, name)
    if (seen?.table.title !== undefined) tables.set(name, seen.table.title)
    if (seen) columns.set(name, await columnsNow(stores.history, seen.table, since))
    const title = seen?.table.columns.find(({ type }) => type === 'text')?.name ?? null
    titles.set(name, title)
    if (!seen || title === null || ids.size === 0) continue
    for (const { id, values } of await stores.tables.rowsById(seen.table, [...ids], [title])) {
      const text = values[title]
      if (typeof text === 'string' && text !== '')
        rows.set(`${name}/${id}`, text.slice(0, longestName))
    }
  }
  const tasks = new Map<number, string>()
  for (const id of tasksIn(changes)) {
    const task = await stores.gantt.task(id)
    if (task && task.text !== '') tasks.set(id, task.text.slice(0, longestName))
  }
  const resources = new Map<number, string>()
  for (const id of resourcesIn(changes)) {
    const name = (await stores.gantt.resource(id))?.fields['name']
    if (typeof name === 'string') resources.set(id, name.slice(0, longestName))
  }
  return {
    row: (table, id) => rows.get(`${table}/${id}`) ?? null,
    task: (id) => tasks.get(id) ?? null,
    resource: (id) => resources.get(id) ?? null,
    table: (name) => tables.get(name) ?? name,
    titleColumn: (table) => titles.get(table) ?? null,
    column: (table, name, revision) => columns.get(table)?.(name, revision) ?? name,
  }
}

/** All tables that they speak of, with those of their rows, and since when. */
function rowsIn(changes: readonly Told[]): Map<string, { ids: Set<number>; since: number }> {
  const tables = new Map<string, { ids: Set<number>; since: number }>()
  for (const change of changes) {
    if (change.area !== 'tables') continue
    const [table = '', id] = subjectOf(change).split('/')
    const { ids, since } = tables.get(table) ?? { ids: new Set(), since: change.revision }
    tables.set(table, { ids, since: Math.min(since, change.revision) })
    if (id !== undefined && !change.operation.startsWith('view-')) ids.add(Number(id))
  }
  return tables
}

/** Whoever is told of a change may know the tasks in it. */
function tasksIn(changes: readonly Told[]): Set<number> {
  const ids = new Set<number>()
  for (const change of changes) {
    const { area, before, after } = change
    const entity = subjectOf(change)
    if (area !== 'gantt') continue
    if (entity.startsWith('tasks/')) ids.add(Number(entity.slice('tasks/'.length)))
    for (const values of [before, after]) {
      for (const key of ['parent', 'source', 'target', 'task']) {
        const id = values?.[key]
        if (typeof id === 'number' && id > 0) ids.add(id)
      }
    }
  }
  return ids
}

function resourcesIn(changes: readonly Told[]): Set<number> {
  const ids = new Set<number>()
  for (const { entity, before, after } of changes) {
    if (entity.startsWith('resources/')) ids.add(Number(entity.slice('resources/'.length)))
    const id = (after ?? before)?.['resource']
    if (typeof id === 'number') ids.add(id)
  }
  return ids
}

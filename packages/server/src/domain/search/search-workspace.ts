import type { SearchGroup, SearchResult } from '@triptych/contract/search'
import type { Context } from '../../context.ts'
import { plainText, soughtText } from '../../plain-text.ts'
import { searchFiles } from '../files/search-files.ts'
import { listResources } from '../gantt/list-resources.ts'
import { listTables } from '../tables/get-table.ts'
import type { Hits } from './hits.ts'
import { searchRows } from './search-rows.ts'
import { searchTasks } from './search-tasks.ts'

/**
 * Everything in a workspace that has the text in its name, and rows with it in a text column, whatever letter case and accents; each group as far as
 * whoever asks may see it.
 */
export async function searchWorkspace(
  ctx: Context,
  { text, limit }: { text: string; limit: number },
): Promise<SearchResult> {
  const wanted = soughtText(text)
  const named = (name: string): boolean => plainText(name).includes(wanted)
  const tables = await listTables(ctx)
  const [tasks, files, rows, resources] = await Promise.all([
    searchTasks(ctx, wanted, limit),
    searchFiles(ctx, { folder: '/', text, most: limit }),
    searchRows(ctx, tables, { text, limit }),
    listResources(ctx, null),
  ])
  const people = resources.map(({ id, fields: { name } }) => ({
    id,
    name: typeof name === 'string' ? name : '',
  }))
  const groups = {
    tasks,
    files: { items: filesIn(files.json), hasMore: files.hasMore || !files.isComplete },
    tables: first(
      tables
        .filter(({ name, title }) => named(name) || (title !== undefined && named(title)))
        .map(({ name, title }) => ({ name, ...(title !== undefined && { title }) })),
      limit,
    ),
    rows,
    people: first(
      people.filter(({ name }) => named(name)),
      limit,
    ),
  }
  const more = Object.entries(groups).flatMap(([group, { hasMore }]) => (hasMore ? [group] : []))
  return {
    tasks: groups.tasks.items,
    files: groups.files.items,
    tables: groups.tables.items,
    rows: groups.rows.items,
    people: groups.people.items,
    more: more as SearchGroup[],
  }
}

function first<T>(all: T[], limit: number): Hits<T> {
  return { items: all.slice(0, limit), hasMore: all.length > limit }
}

function filesIn(json: string): SearchResult['files'] {
  const entries = JSON.parse(json) as SearchResult['files']
  return entries.map(({ id, type }) => ({ id, type }))
}

import type { SearchResult } from '@triptych/contract/search'
import { writeAddress } from '../address.ts'
import type { WantedRow } from '../tables/wanted-row.ts'
import { t } from '../words/words.ts'

/** Something that was found, as the list shows it. */
export interface Hit {
  key: string
  icon: 'task' | 'file' | 'folder' | 'table' | 'row' | 'person'
  title: string
  /** Where it lies: “Gantt › Planning”. */
  where: string
  /** What of it has the text, where that is not the title. */
  text?: string
  /** The address that shows it. */
  href: string
  /** Of a row: where the keyboard goes when its table is there. */
  row?: WantedRow
}

export interface HitGroup {
  title: string
  hits: readonly Hit[]
  hasMore: boolean
}

/** All groups with something in them, in the order in which people look. */
export function groupsOf(result: SearchResult, wanted: string): HitGroup[] {
  const { tasks, files, tables, rows, people, more } = result
  const groups: HitGroup[] = [
    {
      title: t('Tasks'),
      hasMore: more.includes('tasks'),
      hits: tasks.map(({ id, text, path }) => ({
        key: `task ${id}`,
        icon: 'task',
        title: text || t('Task without a name'),
        where: [t('Gantt'), ...path].join(' › '),
        href: writeAddress('gantt', [String(id)]),
      })),
    },
    {
      title: t('Files'),
      hasMore: more.includes('files'),
      hits: files.map(fileHit),
    },
    {
      title: t('Tables'),
      hasMore: more.includes('tables'),
      hits: tables.map(({ name, title }) => ({
        key: `table ${name}`,
        icon: 'table',
        title: title ?? name,
        where: t('Tables'),
        href: writeAddress('tables', [name]),
      })),
    },
    {
      title: t('Rows'),
      hasMore: more.includes('rows'),
      hits: rows.map(({ table, tableTitle, id, label, column, text }) => ({
        key: `row ${table} ${id}`,
        icon: 'row',
        title: label || t('Row {id}', { id }),
        where: t('Tables › {table}', { table: tableTitle ?? table }),
        ...(text !== label && { text: `${column}: ${text}` }),
        href: writeAddress('tables', [table], { search: wordsFor(label, wanted) }),
        row: { table, id, column },
      })),
    },
    {
      title: t('People'),
      hasMore: more.includes('people'),
      hits: people.map(({ id, name }) => ({
        key: `person ${id}`,
        icon: 'person',
        title: name,
        where: t('Gantt'),
        href: writeAddress('gantt'),
      })),
    },
  ]
  return groups.filter(({ hits }) => hits.length > 0)
}

/** A folder is gone to, anything else is opened over its folder. */
export function fileHit({ id, type }: { id: string; type: string }): Hit {
  const path = id.split('/').filter(Boolean)
  const folder = path.slice(0, -1)
  const isFolder = type === 'folder'
  return {
    key: `file ${id}`,
    icon: isFolder ? 'folder' : 'file',
    title: path.at(-1) ?? id,
    where: [t('Files'), ...folder].join(' › '),
    href: isFolder
      ? writeAddress('files', path)
      : writeAddress('files', folder, { open: path.at(-1) ?? '' }),
  }
}

/** By which a table finds a row: all of its first text, unless that may be cut. */
function wordsFor(label: string, wanted: string): string {
  return label.trim() && label.length < 160 ? label.trim() : wanted
}

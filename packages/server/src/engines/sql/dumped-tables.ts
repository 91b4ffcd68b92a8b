import { sql } from './core/sql.ts'
import type { Sql } from './core/sql.ts'
import { entryColumns } from './core/log-rows.ts'
import { droppedName } from '../../ports/table-changes.ts'
import { commentColumns } from './core/comment-store.ts'
import { taskColumns } from './gantt/task-changes.ts'

/** A table of ours: its columns, and of them those that its rows are found and ordered by. */
export interface KeptTable {
  name: string
  columns: string[]
  key: string[]
  /** Where rows are numbered by the database: the column. */
  numbered?: string
  /** Rows that stay behind, of tables that were deleted here: this column begins so. */
  without?: { column: string; prefix: string }
  /** Rows that stay behind where the log does: they are kept for its sake. */
  ofLog?: Sql
}

const linkColumns = ['id', 'source', 'target', 'type', 'lag', 'fields', 'version']
const assignmentColumns = ['id', 'task', 'resource', 'units', 'fields', 'version']

/** Everything but the index of files, in an order in which they can be loaded. */
export const keptTables: readonly KeptTable[] = [
  { name: '_title', columns: ['title'], key: ['title'] },
  {
    name: '_tables',
    columns: ['number', 'name', 'definition', 'revision', 'next_id', 'referrers', 'widest'],
    key: ['number'],
    numbered: 'number',
  },
  {
    name: '_views',
    columns: ['number', 'table_number', 'name', 'definition'],
    key: ['number'],
    numbered: 'number',
  },
  {
    name: '_own_views',
    columns: ['number', 'table_number', 'owner', 'name', 'definition'],
    key: ['number'],
    numbered: 'number',
  },
  {
    name: '_tasks',
    columns: taskColumns,
    key: ['id'],
  },
  {
    name: '_links',
    columns: linkColumns,
    key: ['id'],
  },
  { name: '_resources', columns: ['id', 'parent', 'place', 'fields', 'version'], key: ['id'] },
  {
    name: '_assignments',
    columns: assignmentColumns,
    key: ['id'],
  },
  { name: '_calendars', columns: ['id', 'fields', 'version'], key: ['id'] },
  { name: '_plan_elements', columns: ['kind', 'id', 'revision', 'xml'], key: ['kind', 'id'] },
  {
    name: '_baselines',
    columns: [
      'id',
      'name',
      'made',
      'author',
      'author_id',
      'revision',
      'tasks',
      'whole',
      'number',
      'version',
      'gone',
    ],
    key: ['id'],
    ofLog: sql`gone is not null`,
  },
  {
    name: '_baseline_tasks',
    columns: [
      'baseline',
      'id',
      'type',
      'text',
      'start',
      'finish',
      'duration',
      'progress',
      'length',
      'work',
    ],
    key: ['baseline', 'id'],
    ofLog: sql`baseline in (select id from _baselines where gone is not null)`,
  },
  {
    name: '_plan',
    columns: [
      'revision',
      'next_task',
      'next_link',
      'next_assignment',
      'next_resource',
      'next_calendar',
      'next_baseline',
      'schedule',
    ],
    key: ['revision'],
  },
  {
    name: '_task_copies',
    columns: ['copy', 'number', 'source', 'is_root', 'made'],
    key: ['copy'],
  },
  {
    name: '_temp_ids',
    columns: ['client', 'temporary', 'id', 'made'],
    key: ['client', 'temporary'],
  },
  {
    name: '_kept_answers',
    columns: ['owner', 'key', 'digest', 'at', 'status', 'headers', 'body'],
    key: ['owner', 'key'],
  },
  { name: '_log_start', columns: ['revision', 'hash'], key: ['revision'] },
  {
    name: '_comments',
    columns: commentColumns,
    key: ['id'],
    without: { column: 'table_name', prefix: droppedName('') },
  },
  {
    name: '_changes',
    columns: [...entryColumns, 'thing', 'folder'],
    key: ['revision'],
  },
  { name: '_images', columns: ['revision', 'after', 'bytes', 'ruled'], key: ['revision'] },
  {
    name: '_row_images',
    columns: ['revision', 'id', 'place', 'before', 'after'],
    key: ['revision', 'id'],
  },
  imagesOf('_task_images', taskColumns),
  imagesOf('_link_images', linkColumns),
  imagesOf('_assignment_images', assignmentColumns),
]

function imagesOf(name: string, columns: readonly string[]): KeptTable {
  return { name, columns: ['revision', ...columns], key: ['revision', 'id'] }
}

/**
 * What is no part of a workspace wherever it is: the index is made by its drive, and shares, stars and what is kept are of its
 * entries, which an archive has for itself; the rest is made by its database.
 */
export const ownTables: readonly string[] = [
  '_files',
  '_file_contents',
  '_file_intents',
  '_file_names',
  '_former_files',
  '_shares',
  '_stars',
  '_rules',
  '_rules_stamp',
  '_drive',
  '_claims',
  '_quotas',
  '_kept',
  '_dropped',
  '_people',
  '_identity',
  '_schema',
  '_head',
  '_commits',
]

/** Of a table that goes along: accounts in rules, which mean nothing elsewhere. */
export const ownColumns: readonly string[] = ['_images.rules']

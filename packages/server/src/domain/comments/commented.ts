import type { Comment } from '@triptych/contract/comments'
import type { NewChange } from '@triptych/contract/changes'
import { authorise } from '../../auth/principal.ts'
import type { Permission } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Commented, StoredComment } from '../../ports/comments.ts'
import type { ReadStores } from '../../ports/database.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import { idOf, pathOf } from '../files/path.ts'
import { notFound } from '../files/read-index.ts'
import { driveFor } from '../files/seen-drive.ts'
import { seenFiles } from '../files/seen-files.ts'
import { resolveId } from '../gantt/gantt-ids.ts'
import { taskNotFound } from '../gantt/place-task.ts'
import { seenPlan } from '../gantt/seen-plan.ts'
import { findRow } from '../tables/find-row.ts'
import { findTable, tableNamed } from '../tables/find-table.ts'

type Kind = Commented['kind']

const areas = { task: 'gantt', row: 'tables', file: 'files' } as const

export function areaOf({ kind }: Commented): NewChange['area'] {
  return areas[kind]
}

function kindOf(of: string): Kind {
  if (of.startsWith('tasks/')) return 'task'
  return of.startsWith('files/') ? 'file' : 'row'
}

/** Who may not read a thing learns nothing of what is said of it. */
export function authoriseReading({ principal }: Context, of: string): void {
  const permission: Permission = `${areas[kindOf(of)]}.read`
  authorise(principal, permission)
}

/** Before anything is asked of the database: others may have put the file there, or taken it away. */
export async function lookAt(ctx: Context, of: string): Promise<void> {
  if (kindOf(of) === 'file') await (await driveFor(ctx)).find(filePath(of))
}

function filePath(of: string): Path {
  return pathOf(of.slice('files'.length))
}

/** What `of` names, as far as whoever asks sees it. */
export async function thingNamed(ctx: Context, stores: ReadStores, of: string): Promise<Commented> {
  const kind = kindOf(of)
  if (kind === 'task') return taskOf(ctx, stores, of.slice('tasks/'.length))
  if (kind === 'row') return rowOf(ctx, stores, of)
  const node = await (await seenFiles(ctx, stores)).find(filePath(of))
  if (!node || node.id === driveRoot) throw notFound()
  return { kind, table: '', id: node.id }
}

async function taskOf(ctx: Context, given: ReadStores, name: string): Promise<Commented> {
  const stores = await seenPlan(ctx, given)
  const id = await resolveId(ctx, stores, name)
  if (!id || !(await stores.gantt.task(id))) throw taskNotFound()
  return { kind: 'task', table: '', id }
}

async function rowOf(ctx: Context, stores: ReadStores, of: string): Promise<Commented> {
  const [table = ''] = of.split('/', 1)
  const seen = await findTable(ctx, stores, table)
  const address = { table, id: of.slice(table.length + 1) }
  const { id } = await findRow(stores.tables, seen, address)
  return { kind: 'row', table, id }
}

/** What a thing is called now; `null` where it is not there, or not for whoever asks. */
export async function nameOf(
  ctx: Context,
  stores: ReadStores,
  { kind, table, id }: Commented,
): Promise<string | null> {
  if (!ctx.principal.can(`${areas[kind]}.read`)) return null
  if (kind === 'task') {
    const { gantt } = await seenPlan(ctx, stores)
    return (await gantt.task(id)) ? `tasks/${id}` : null
  }
  if (kind === 'row') {
    const seen = await tableNamed(ctx, stores, table)
    return seen && (await stores.tables.row(seen.whole, id)) ? `${table}/${id}` : null
  }
  const path = await (await seenFiles(ctx, stores)).pathOf(id)
  return path && `files${idOf(path)}`
}

export function viewOf(comment: StoredComment, of: string): Comment {
  const { id, text, mentions, author, authorId, at, editedAt } = comment
  return {
    id,
    of,
    text,
    mentions: [...mentions],
    author,
    authorId,
    at: new Date(at).toISOString(),
    editedAt: editedAt === null ? null : new Date(editedAt).toISOString(),
  }
}

/** The same whether it never was there or is on something that is hidden. */
export function noComment(): AppError {
  return new AppError('comments.not_found', 'There is no such comment.')
}

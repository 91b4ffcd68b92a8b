import type { Change } from '@triptych/contract/changes'
import type { TakenBack } from '@triptych/contract/history'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { StepEntry } from '../../ports/change-log.ts'
import type { ReadStores } from '../../ports/database.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import { toldChanges, viewOfLog } from '../changes/told-entries.ts'
import type { LogView } from '../changes/told-entries.ts'
import { nameOf } from '../comments/commented.ts'
import { pathOf } from '../files/path.ts'
import { seenFiles } from '../files/seen-files.ts'
import { seenPlan } from '../gantt/seen-plan.ts'
import { tableNamed } from '../tables/find-table.ts'
import { namesNow } from './names-now.ts'
import type { Kept } from './take-back.ts'
import { wordsForStep } from './words.ts'

/** What stays, and with which entry it was to be taken back. */
export interface KeptOf {
  kept: Kept
  entry: StepEntry
}

/** What stays, as far as whoever asks may know of it; `isAll`: that is all of it. */
export async function keptTold(
  ctx: Context,
  stores: ReadStores,
  found: readonly KeptOf[],
): Promise<{ kept: Kept[]; isAll: boolean }> {
  const view = await viewOfLog(ctx, stores)
  const kept: Kept[] = []
  for (const one of found) {
    if (!view.reach || (await isKeptTold(ctx, stores, view, one))) kept.push(one.kept)
  }
  return { kept, isAll: kept.length === found.length }
}

/** So many changes are looked at to say what a step was. */
const mostSaid = 20

/** What a step was, by its entries, the newest first. */
export async function stepTold(
  ctx: Context,
  stores: ReadStores,
  entries: readonly StepEntry[],
): Promise<Pick<TakenBack, 'text' | 'operation'>> {
  const oldest = entries.slice(-mostSaid).toReversed()
  const view = await viewOfLog(ctx, stores)
  const found = await toldChanges(view, stores, oldest.map(asChange))
  const told = found.filter((change) => typeof change !== 'number')
  const hidden = oldest.length - told.length
  const names = await namesNow(ctx, stores, told)
  const text = wordsForStep(told, told.length === 0 ? 0 : entries.length - hidden, names)
  return { text, operation: oldest[0]!.operation }
}

async function isKeptTold(
  ctx: Context,
  stores: ReadStores,
  view: LogView,
  { kept: { entity, field }, entry }: KeptOf,
): Promise<boolean> {
  if (await isTold(view, stores, changeOf(entity, field, entry))) return true
  if (!(await isSeen(ctx, stores, view, entry, entity))) return false
  if (entry.area !== 'tables') return true
  const [name = ''] = entity.split('/')
  const seen = await tableNamed(ctx, stores, name)
  const isIn = (columns: readonly { name: string }[]): boolean =>
    columns.some((column) => column.name === field)
  return seen !== null && isIn(seen.whole.columns) === isIn(seen.table.columns)
}

/** That something of one thing was changed, as the log would say it. */
function changeOf(entity: string, field: string, entry: StepEntry): StepEntry {
  const [kind = '', id] = entity.split('/')
  const { before, after } = entry
  if (kind === 'links' || kind === 'assignments') {
    const ties = [before, after].flatMap((values) => (values?.[`$${kind}`] ?? []) as Tie[])
    const tie = ties.find((one) => one.id === Number(id)) ?? before ?? after
    const operation = kind === 'links' ? 'link-updated' : 'assignment-updated'
    return { ...entry, operation, entity, before: tie as StepEntry['before'], after: null }
  }
  if (entry.area === 'tables') {
    return { ...entry, operation: 'row-updated', entity, before: null, after: { [field]: null } }
  }
  return { ...entry, entity }
}

interface Tie {
  id: number
}

/**
 * The error as whoever asks may know it. What is hidden from them is as good as gone, whatever became of it; what is to be
 * seen, or stands in the history that they have, is named.
 */
export async function errorTold(
  ctx: Context,
  entries: readonly StepEntry[],
  error: AppError,
): Promise<AppError> {
  const { entity } = error.details
  if (typeof entity !== 'string') return error
  const about = entries.filter((entry) => entry.entity === entity)
  const mayKnow = await ctx.workspace.database.read(async (stores) => {
    const view = await viewOfLog(ctx, stores)
    if (view.seesAccess && !view.reach) return true
    for (const entry of about) {
      const isKnown =
        (await isTold(view, stores, entry)) || (await isSeen(ctx, stores, view, entry))
      if (!isKnown) return false
    }
    return true
  })
  if (mayKnow) return error
  return allGone()
}

export function allGone(): AppError {
  return new AppError('history.gone', 'What this step has changed is not there any more.')
}

async function isTold(view: LogView, stores: ReadStores, entry: StepEntry): Promise<boolean> {
  const [told] = await toldChanges(view, stores, [asChange(entry)])
  return typeof told === 'object'
}

function asChange(entry: StepEntry): Change {
  return { ...entry, at: '', actor: '', actorId: null, origin: null }
}

/** Whether it is there, and not hidden from them, by the name that it has in the log. */
async function isSeen(
  ctx: Context,
  stores: ReadStores,
  { reach }: LogView,
  { area, operation, thing, ...entry }: StepEntry,
  entity = entry.entity,
): Promise<boolean> {
  const [kind = '', id = ''] = entity.split('/')
  if (kind === 'comments') {
    const comment = await stores.comments.find(id)
    return comment !== null && (await nameOf(ctx, stores, comment.on)) !== null
  }
  if (area === 'access') return false
  if (area === 'files') {
    const node = await (await seenFiles(ctx, stores)).find(pathOf(entity))
    return node !== null && node.id === thing
  }
  if (area === 'tables') {
    return !operation.startsWith('view-') && (await tableNamed(ctx, stores, kind)) !== null
  }
  const { gantt } = await seenPlan(ctx, stores)
  if (kind === 'tasks') return (await gantt.task(Number(id))) !== null
  if (kind === 'links') return (await gantt.link(Number(id))) !== null
  if (kind === 'assignments') return (await gantt.assignment(Number(id))) !== null
  return reach?.branches.get(topOfPlan) !== 'none'
}

import type { MoveMode } from '@triptych/contract/gantt'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import { detached, topOfPlan } from '../../ports/gantt-store.ts'
import type { StoredTask, TaskPlace } from '../../ports/gantt-store.ts'
import {
  findTask,
  gapBeside,
  lastPlace,
  placeBeside,
  placeInGap,
  refuseUnplaced,
} from './place-task.ts'
import { resolveId } from './gantt-ids.ts'
import { changePlan } from './settle-plan.ts'
import type { Seen } from './seen-plan.ts'
import { releaseAbove } from './release-held.ts'
import { recordGantt } from '../record-change.ts'

export interface MoveInput {
  id: string
  target: unknown
  mode: MoveMode
}

/** One row is written, however many siblings there are. */
export async function moveTask(ctx: Context, input: MoveInput): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return changePlan(ctx, async (stores) => {
    const { gantt, limits } = stores
    const task = await findTask(gantt, await resolveId(ctx, stores, input.id))
    const { id, parent, place } = task
    const target = await resolveId(ctx, stores, input.target)
    const to = await placeOfMove(ctx, stores, task, target, input.mode)
    await limits.refuseReadOnly([id, parent, to?.parent ?? parent])
    if (task.children > 0) await limits.refuseInPart(id)
    if (!to) return { id }
    const revision = await recordGantt(ctx, stores, 'task-moved', `tasks/${id}`, {
      before: { parent, $order: place },
      after: { parent: to.parent, $order: to.place },
    })
    await gantt.moveTask(id, to, revision)
    await releaseAbove(ctx, stores, to.parent)
    return { id }
  })
}

/** `null` where the task is already. */
async function placeOfMove(
  ctx: Context,
  stores: Seen<Stores>,
  task: StoredTask,
  targetId: number | null,
  mode: MoveMode,
): Promise<TaskPlace | null> {
  const { gantt } = stores
  if (mode === 'up' || mode === 'down') return placeOfStep(ctx, stores, task, mode)
  if (mode === 'child' && (targetId === topOfPlan || targetId === null)) {
    return isLast(stores, task, topOfPlan)
  }
  const target = await findTask(gantt, targetId)
  // Of siblings either both have a place or neither.
  if (target.parent !== task.parent || target.parent === detached) {
    await refuseUnplaced(gantt, target)
  }
  if (target.id === task.id) {
    if (mode === 'child') throw intoItself()
    return null
  }
  // Nothing is below a task without children, and no sibling is below another.
  const mayBeBelow = task.children > 0 && target.parent !== task.parent
  if (mayBeBelow && (await gantt.ancestorsOf(target.id)).includes(task.id)) throw intoItself()
  if (mode === 'child') return isLast(stores, task, target.id)
  return isBeside(ctx, stores, task, target, mode)
}

async function isLast(
  stores: Seen<Stores>,
  task: StoredTask,
  parent: number,
): Promise<TaskPlace | null> {
  const { gantt, limits } = stores
  const isThere =
    task.parent === parent &&
    ((await gantt.lastPlace(parent)) === task.place ||
      // Behind it are only tasks that are hidden.
      (limits.hidden.size > 0 && (await seenBeside(stores, task.id, 'after')) === null))
  return isThere ? null : lastPlace(gantt, parent)
}

async function isBeside(
  ctx: Context,
  stores: Seen<Stores>,
  task: StoredTask,
  target: StoredTask,
  side: 'before' | 'after',
): Promise<TaskPlace | null> {
  const { gantt, limits } = stores
  const gap = await gapBeside(gantt, target.id, side)
  const neighbour = side === 'before' ? gap.lower : gap.upper
  const isThere =
    task.parent === target.parent &&
    (neighbour === task.place ||
      (limits.hidden.size > 0 && (await seenBeside(stores, target.id, side)) === task.id))
  return isThere ? null : placeInGap(ctx, stores, target, side, gap)
}

/** Past the neighbour above or below; the first and the last stay. */
async function placeOfStep(
  ctx: Context,
  stores: Seen<Stores>,
  task: StoredTask,
  mode: 'up' | 'down',
): Promise<TaskPlace | null> {
  const side = mode === 'up' ? 'before' : 'after'
  const neighbour = await seenBeside(stores, task.id, side)
  if (neighbour === null) return null
  return placeBeside(ctx, stores, { id: neighbour, parent: task.parent }, side)
}

/** The next sibling that is not hidden. */
async function seenBeside(
  { gantt, limits: { hidden } }: Seen<Stores>,
  task: number,
  side: 'before' | 'after',
): Promise<number | null> {
  const siblings = await gantt.neighbours(task, 1 + hidden.size)
  const seen = siblings.filter(({ id }) => !hidden.has(id))
  const at = seen.findIndex(({ id }) => id === task)
  return seen[side === 'before' ? at - 1 : at + 1]?.id ?? null
}

function intoItself(): AppError {
  return new AppError('gantt.into_itself', 'A task cannot be put below itself.')
}

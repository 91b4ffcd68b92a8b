import type { MoveMode } from '@triptych/contract/gantt'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { detached, topOfPlan } from '../../ports/gantt-store.ts'
import type { GanttStore, StoredTask, TaskPlace } from '../../ports/gantt-store.ts'
import {
  findTask,
  gapBeside,
  lastPlace,
  placeBeside,
  placeInGap,
  refuseUnplaced,
} from './place-task.ts'

import { resolveId } from './gantt-ids.ts'
import { recordGantt } from '../record-change.ts'

export interface MoveInput {
  id: string
  target: unknown
  mode: MoveMode
}

/** One row is written, however many siblings there are. */
export async function moveTask(ctx: Context, input: MoveInput): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { gantt } = stores
    const task = await findTask(gantt, await resolveId(ctx, stores, input.id))
    const target = await resolveId(ctx, stores, input.target)
    const to = await placeOfMove(gantt, task, target, input.mode)
    const { id, parent, place } = task
    if (!to) return { id }
    const revision = await recordGantt(ctx, stores, 'task-moved', `tasks/${id}`, {
      before: { parent, $order: place },
      after: { parent: to.parent, $order: to.place },
    })
    await gantt.moveTask(id, to, revision)
    return { id }
  })
}

/** `null` where the task is already. */
async function placeOfMove(
  gantt: GanttStore,
  task: StoredTask,
  targetId: number | null,
  mode: MoveMode,
): Promise<TaskPlace | null> {
  if (mode === 'up' || mode === 'down') return placeOfStep(gantt, task, mode)
  if (mode === 'child' && (targetId === topOfPlan || targetId === null)) {
    return isLast(gantt, task, topOfPlan)
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
  if (mode === 'child') return isLast(gantt, task, target.id)
  return isBeside(gantt, task, target, mode)
}

async function isLast(
  gantt: GanttStore,
  task: StoredTask,
  parent: number,
): Promise<TaskPlace | null> {
  const isThere = task.parent === parent && (await gantt.lastPlace(parent)) === task.place
  return isThere ? null : lastPlace(gantt, parent)
}

async function isBeside(
  gantt: GanttStore,
  task: StoredTask,
  target: StoredTask,
  side: 'before' | 'after',
): Promise<TaskPlace | null> {
  const gap = await gapBeside(gantt, target.id, side)
  const neighbour = side === 'before' ? gap.lower : gap.upper
  const isThere = task.parent === target.parent && neighbour === task.place
  return isThere ? null : placeInGap(gantt, target, side, gap)
}

/** Past the neighbour above or below; the first and the last stay. */
async function placeOfStep(
  gantt: GanttStore,
  task: StoredTask,
  mode: 'up' | 'down',
): Promise<TaskPlace | null> {
  const beside = await gantt.neighbours(task.id, 1)
  const at = beside.findIndex(({ id }) => id === task.id)
  const neighbour = beside[mode === 'up' ? at - 1 : at + 1]
  if (!neighbour) return null
  const target = { id: neighbour.id, parent: task.parent }
  return placeBeside(gantt, target, mode === 'up' ? 'before' : 'after')
}

function intoItself(): AppError {
  return new AppError('gantt.into_itself', 'A task cannot be put below itself.')
}

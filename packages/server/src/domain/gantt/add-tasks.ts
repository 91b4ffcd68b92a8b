import type { AddTask } from '@triptych/contract/gantt'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import { eachByItself, isRefusal } from '../each-by-itself.ts'
import { keysBetween } from '../order-key.ts'
import { isTemporary } from '../entity-id.ts'
import { recordAllGantt } from '../record-change.ts'
import { addOne, askedTask, parentFor } from './add-task.ts'
import type { AskedTask } from './add-task.ts'
import { idIn, rememberId } from './gantt-ids.ts'
import { scheduleOf } from './plan-settings.ts'
import { releaseAbove } from './release-held.ts'
import type { Seen } from './seen-plan.ts'
import { changePlan } from './settle-plan.ts'
import { newTask } from './task-input.ts'
import type { StoredTask } from '../../ports/gantt-store.ts'
import { refuseTooManyTasks } from './task-room.ts'
import { taskView } from './views.ts'

/** Each as if it came alone: one that is refused leaves nothing of itself, and the reason is answered at its place. */
export async function addTasks(
  ctx: Context,
  bodies: readonly AddTask[],
): Promise<({ id: number } | AppError)[]> {
  authorise(ctx.principal, 'gantt.write')
  return changePlan(ctx, async (stores) => {
    const isAuto = (await scheduleOf(stores.gantt)).mode === 'auto'
    const answers: ({ id: number } | AppError)[] = []
    while (answers.length < bodies.length) {
      const rest = bodies.slice(answers.length)
      // What a schedule makes of a task is said right behind it in the log.
      const alike = isAuto ? [] : plainOnes(rest)
      const added =
        alike.length > 1 && (await allOrNone(stores, () => addAlike(ctx, stores, alike)))
      if (added) answers.push(...added)
      else answers.push(...(await oneByOne(ctx, stores, rest.slice(0, alike.length || 1))))
    }
    return answers
  })
}

function oneByOne(
  ctx: Context,
  stores: Seen<Stores>,
  bodies: readonly AddTask[],
): Promise<({ id: number } | AppError)[]> {
  return eachByItself(stores, bodies, (body) => addOne(ctx, stores, askedTask(body)))
}

/** `null`: one of them is refused, be it for what the others are. */
async function allOrNone<T>(
  { attempt }: Pick<Stores, 'attempt'>,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await attempt(work)
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

interface PlainTask {
  task: AskedTask['task']
  values: ReturnType<typeof newTask>
}

/** The first of these, as long as they go last below one parent, bring no id along, and have nothing wrong with them. */
function plainOnes(bodies: readonly AddTask[]): PlainTask[] {
  const found: PlainTask[] = []
  for (const body of bodies) {
    const plain = plainOne(body)
    if (!plain || plain.task['parent'] !== (found[0] ?? plain).task['parent']) break
    found.push(plain)
  }
  return found
}

function plainOne(body: AddTask): PlainTask | null {
  try {
    const { task, target, changes } = askedTask(body)
    const { id, parent } = task
    const isOwn = !isTemporary(id) && idIn(id) !== null
    const { start } = changes
    // Below itself is nowhere, but from then on its id means something.
    const isBelowItself = id !== undefined && id === parent
    if (isOwn || isBelowItself || idIn(target) !== null || start === undefined) return null
    return { task, values: newTask(changes, { start }) }
  } catch (error) {
    // It is told when its turn comes.
    if (isRefusal(error)) return null
    throw error
  }
}

/** What is asked and written for each of them is asked and written once. */
async function addAlike(
  ctx: Context,
  stores: Seen<Stores>,
  plain: readonly PlainTask[],
): Promise<{ id: number }[]> {
  const { gantt, limits } = stores
  await refuseTooManyTasks(ctx, gantt, plain.length)
  const parent = await parentFor(ctx, stores, plain[0]?.task['parent'])
  await limits.refuseReadOnly([parent])
  const places = keysBetween(await gantt.lastPlace(parent), null, plain.length)
  const made: StoredTask[] = []
  for (const [n, { values }] of plain.entries()) {
    const id = await gantt.nextId('task')
    made.push({ ...values, parent, place: places[n]!, id, children: 0, version: 0 })
  }
  const changes = made.map((task) => {
    return { entity: `tasks/${task.id}`, before: null, after: taskView(task) }
  })
  const first = await recordAllGantt(ctx, stores, 'task-added', changes)
  for (const [n, task] of made.entries()) task.version = first + n
  await gantt.insertTasks(made)
  for (const [n, { task }] of plain.entries())
    await rememberId(ctx, stores, task['id'], made[n]!.id)
  await releaseAbove(ctx, stores, parent)
  return made.map(({ id }) => ({ id }))
}

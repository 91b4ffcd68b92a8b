import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import type { Fields, GanttReader } from '../../ports/gantt-store.ts'
import { isSameJson } from './gantt-value.ts'
import { scheduleOf } from './plan-settings.ts'
import type { Seen } from './seen-plan.ts'
import { writeTasks } from './settle-plan.ts'

/**
 * What there is to do on a task for all who work on it (`effort`), how long it takes (`length`) and how much of their time
 * people give to it hang together: whoever changes one of them changes another. Which one says `fixed`. The
 * schedule itself goes by the length alone.
 */

/** How much all who work on a task give of their time; 1 is all of somebody's, and what a task counts that nobody works on. */
export async function unitsOn(gantt: GanttReader, task: number): Promise<number> {
  let units = 0
  for (const { resource, units: percent } of await gantt.assignmentsAt([task])) {
    const type = (await gantt.resource(resource))?.fields['type']
    if (type !== 'material' && type !== 'cost') units += percent / 100
  }
  return units > 0 ? units : 1
}

export function hasEffort(fields: Fields): fields is Fields & { effort: number } {
  return typeof fields['effort'] === 'number'
}

/** Somebody has said how long it takes: then there is more to do, or less. */
export function effortByLength(fields: Fields, units: number): void {
  const { length, fixed } = fields
  if (!hasEffort(fields) || typeof length !== 'number' || fixed === 'work') return
  fields['effort'] = Math.round(length * units)
}

/** Somebody has said how much there is to do: then it takes longer, or less long. */
export function lengthByEffort(fields: Fields, units: number): void {
  if (hasEffort(fields) && fields['fixed'] !== 'duration') {
    fields['length'] = Math.round(fields.effort / units)
  }
}

/** Others work on these tasks than before: what there is to do stays, where the task says so, or how long it takes. */
export async function shareEffort(
  ctx: Context,
  stores: Seen<Stores>,
  tasks: readonly number[],
): Promise<void> {
  if ((await scheduleOf(stores.gantt)).mode !== 'auto') return
  const { whole } = stores.limits
  for (const id of new Set(tasks)) {
    const task = await whole.task(id)
    if (!task || !hasEffort(task.fields)) continue
    const fields = { ...task.fields }
    const units = await unitsOn(whole, id)
    if (fields['fixed'] === 'work' || fields['effortDriven'] === true) {
      lengthByEffort(fields, units)
    } else effortByLength(fields, units)
    if (isSameJson(fields, task.fields)) continue
    await writeTasks(ctx, stores, [{ task, after: { fields } }])
  }
}

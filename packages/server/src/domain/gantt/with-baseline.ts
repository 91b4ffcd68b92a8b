import type { Context } from '../../context.ts'
import { listWithMembers } from '../list-with-members.ts'
import type { MadeList } from '../list-with-members.ts'
import { storedBaseline } from './change-baselines.ts'
import { scheduleOf } from './plan-settings.ts'
import { endTick, shownTick } from './task-times.ts'

type Members = Record<string, unknown>

/** A list of tasks that say where they stood in a baseline, in the fields that SVAR draws; who sees a task sees that, too. */
export async function withBaseline<L extends MadeList>(
  { workspace }: Context,
  id: number,
  isKnown: (version: string) => boolean,
  list: (isKnown: () => boolean) => Promise<L>,
): Promise<L> {
  const { database } = workspace
  const { version: own } = await database.read(({ baselines }) => storedBaseline(baselines, id))
  const found = await list(() => false)
  return listWithMembers(found, `${found.version}-b${id}.${own}`, isKnown, () =>
    database.read(async ({ baselines, gantt }) => {
      const schedule = await scheduleOf(gantt)
      const members = new Map<number, Members>()
      for await (const page of baselines.tasksOf(id)) {
        for (const task of page) {
          members.set(task.id, {
            base_start: task.start,
            base_end: shownTick(endTick(task, schedule)),
            ...(task.duration !== null && { base_duration: task.duration }),
          })
        }
      }
      return (task) => members.get(Number(task['id'])) ?? null
    }),
  )
}

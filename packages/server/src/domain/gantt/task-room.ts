import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { GanttReader } from '../../ports/gantt-store.ts'

/** Before so many tasks are added to the plan, in the transaction that adds them. */
export async function refuseTooManyTasks(
  { ganttRules }: Pick<Context, 'ganttRules'>,
  gantt: Pick<GanttReader, 'countTasks'>,
  more: number,
): Promise<void> {
  const { maxTasks } = ganttRules
  if ((await gantt.countTasks(maxTasks - more)) + more <= maxTasks) return
  const message = `A plan has at most ${maxTasks} tasks; a setting says how many.`
  throw new AppError('gantt.too_many_tasks', message, { limit: maxTasks })
}

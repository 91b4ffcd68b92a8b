import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { assignmentView, linkView, taskView } from './views.ts'
import { findTask } from './place-task.ts'
import { resolveId } from './gantt-ids.ts'
import { recordGantt } from '../record-change.ts'

/** With everything below it, and all links and assignments that touch any of it. */
export async function deleteTask(ctx: Context, named: string): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { gantt } = stores
    const task = await findTask(gantt, await resolveId(ctx, stores, named))
    const branch = task.children === 0 ? [] : await gantt.branchOf(task.id)
    const ids = [task.id, ...branch.map(({ id }) => id)]
    const links = await gantt.linksAt(ids)
    const assignments = await gantt.assignmentsAt(ids)
    await recordGantt(ctx, stores, 'task-deleted', `tasks/${task.id}`, {
      before: {
        ...taskView(task),
        $branch: branch.map(taskView),
        $links: links.map(linkView),
        $assignments: assignments.map(assignmentView),
      },
      after: null,
    })
    await gantt.removeTasks(ids)
    return { id: task.id }
  })
}

import { getMenuOptions } from '@svar-ui/react-gantt'
import type { IApi } from '@svar-ui/react-gantt'

/** What can be done with a task: all that the widget knows, and what it leaves out. */
export function planMenu(api: IApi | null) {
  const { taskTypes, splitTasks, summary } = api?.getState() ?? {}
  const usual = getMenuOptions({ taskTypes, splitTasks, summary } as never)
  return [...usual, { comp: 'separator' }, { id: 'history', text: 'History…', icon: 'wxi-clock' }]
}

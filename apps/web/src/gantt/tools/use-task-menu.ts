import type { IApi } from '@svar-ui/react-gantt'
import type { GanttConnection } from 'triptych-client'
import { useMemo } from 'react'
import type { ViewProps } from '../../view.ts'
import { quoted } from '../../quoted.ts'
import { planMenu } from './plan-menu.ts'
import type { MayChangeTask } from '../task-rights.ts'
import type { TaskClipboard } from './use-task-clipboard.ts'

interface Options extends Pick<ViewProps, 'showHistory'> {
  connection: GanttConnection | null
  /** Whether anything may be changed. */
  mayChange: boolean
  mayChangeTask: MayChangeTask
  clipboard: TaskClipboard
}

/** The menu of a task, and what its choices do that the widget does not know. */
export function useTaskMenu(api: IApi | null, options: Options) {
  const { connection, mayChange, mayChangeTask, showHistory, clipboard } = options
  const menu = useMemo(
    () => planMenu(api, (id) => mayChange && mayChangeTask(id)),
    [api, mayChange, mayChangeTask],
  )

  /** Of the task whose menu it was. */
  function choose(option: unknown): void {
    const { selected, tasks } = api?.getState() ?? {}
    const task = tasks?.byId(selected?.at(-1) ?? 0)
    if (!task || !connection) return
    if (option === 'copy' || option === 'cut') clipboard.take(option)
    if (option === 'paste') clipboard.paste()
    if (option === 'details') void api?.exec('show-editor', { id: task.id })
    if (option !== 'history') return
    showHistory({
      of: `tasks/${connection.realId(task.id)}`,
      name: quoted(task.text ?? ''),
      mayChange: mayChangeTask(task.id),
    })
  }

  return { menu, choose }
}

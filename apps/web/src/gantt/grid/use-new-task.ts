import type { IApi, ITask, TID } from '@svar-ui/react-gantt'
import type { Schedule } from '@triptych/contract/schedule'
import { useEffect, useRef } from 'react'
import type { Cells } from './cells.ts'
import { nameRow } from './name-row.ts'

interface Added {
  id?: TID
  target?: TID | null
  mode?: string
  task: Partial<ITask>
  show?: unknown
  skipProvider?: boolean
}

/** Puts the cursor into the name of a task that was just added, and gives it a place in time. */
export function useNewTask(
  api: IApi | null,
  { cells, schedule }: { cells: Cells | null; schedule: Schedule | null },
): void {
  const latest = useRef(schedule)
  latest.current = schedule

  useEffect(() => {
    if (!api || !cells) return undefined
    const tag = Symbol('useNewTask')
    const naming = nameRow(api, cells)
    api.intercept(
      'add-task',
      (event) => {
        const { skipProvider, task } = event as Added
        if (skipProvider || task.start) return
        const beside = startBeside(api, event)
        const first = firstDay(latest.current)
        // What begins with something that is over would be late before it has a name.
        task.start = beside && beside > first ? new Date(beside) : first
        task.duration ??= 1
      },
      { tag },
    )
    api.on(
      'add-task',
      (event) => {
        const { id, skipProvider, show } = event as Added
        if (!skipProvider && show && id !== undefined) naming.open(id)
      },
      { tag },
    )
    return () => {
      naming.stop()
      api.detach(tag)
    }
  }, [api, cells])
}

/** Of what it is to stand below, or else of what is beside it. */
function startBeside(api: IApi, { target, mode }: Added): Date | undefined {
  const { tasks } = api.getState()
  const beside = target ? tasks.byId(target) : undefined
  const above = mode === 'child' ? beside : beside?.parent && tasks.byId(beside.parent)
  return (above || beside)?.start
}

/** Where the plan begins, if that is still to come; else today. */
function firstDay(schedule: Schedule | null): Date {
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  const start = schedule?.mode === 'auto' && schedule.start ? new Date(schedule.start) : today
  return start > today ? start : today
}

import type { IApi, ITask, TID } from '@svar-ui/react-gantt'
import type { Schedule } from '@triptych/contract/schedule'
import { useEffect, useRef } from 'react'
import { isAskedFor } from './drafts.ts'

interface Added {
  target?: TID | null
  mode?: string
  task: Partial<ITask>
  skipProvider?: boolean
}

/** Gives a task that is added here a place in time. */
export function useNewTask(api: IApi | null, schedule: Schedule | null): void {
  const latest = useRef(schedule)
  latest.current = schedule

  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useNewTask')
    api.intercept(
      'add-task',
      (event) => {
        const { skipProvider, task } = event as Added
        const isDrawn = skipProvider && !task['isDraft']
        if (isDrawn || isAskedFor(event) || task.start) return
        const beside = startBeside(api, event)
        const first = firstDay(latest.current)
        // What begins with something that is over would be late before it has a name.
        task.start = beside && beside > first ? new Date(beside) : first
        task.duration ??= 1
      },
      { tag },
    )
    return () => api.detach(tag)
  }, [api])
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

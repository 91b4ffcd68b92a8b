import type { IApi } from '@svar-ui/react-gantt'
import { sendWrite, wallTime } from 'triptych-client'
import type { GanttConnection, Server } from 'triptych-client'
import type { PutSchedule, Schedule } from '@triptych/contract/schedule'
import { useEffect, useRef } from 'react'
import { isAskedFor } from '../gantt/grid/drafts.ts'
import type { Scheduling } from './ask-schedule.ts'

interface Options {
  server: Server
  connection: GanttConnection | null
  scheduling: Scheduling | null
  /** Whether the plan is loaded, and whoever is here may say how it is scheduled. */
  mayBegin: boolean
}

interface Added {
  task: { duration?: number; length?: number }
  skipProvider?: boolean
}

/**
 * A plan that is begun here schedules itself, as whoever links tasks expects it. One that has tasks, or of which it was
 * said how it is scheduled, stays as it is.
 */
export function useBegunPlan(api: IApi | null, options: Options): void {
  const latest = useRef(options)
  latest.current = options
  const { mayBegin } = options

  useEffect(() => {
    if (!api || !mayBegin) return undefined
    const tag = Symbol('useBegunPlan')
    api.intercept(
      'add-task',
      (event) => {
        const { task, skipProvider } = event as Added
        if (skipProvider || isAskedFor(event) || !isBare(api)) return
        const { scheduling, connection } = latest.current
        // Days of work: what is drawn may have a weekend in it.
        if (task.duration && scheduling && isScheduling(scheduling, true)) {
          task.length ??= task.duration * scheduling.schedule.minutesPerDay
        }
        // Where it may not be, the plan is what it was.
        connection?.holdFor(begin(latest.current).catch(() => {}))
      },
      { tag },
    )
    return () => api.detach(tag)
  }, [api, mayBegin])
}

/**
 * Before the task itself is sent, which waits for it: a plan that has one is new no more, and it is the task that is to be
 * taken back first.
 */
async function begin({ server, scheduling }: Options): Promise<void> {
  if (scheduling && !isUnsaid(scheduling.schedule)) return
  await sendWrite(server, { method: 'PUT', path: 'schedule', body: beginning() })
}

/** Whether the plan has no task, shown or not. */
export function isBare(api: IApi): boolean {
  return !api.getState().tasks.byId(0)?.data?.length
}

/** Nobody has said how it is scheduled: a plan that ever scheduled itself has a start. */
export function isUnsaid({ mode, start, finish }: Schedule): boolean {
  return mode === 'off' && start === null && finish === null
}

/** Whether a plan without a task will schedule itself. */
export function isScheduling(scheduling: Scheduling | null, mayBegin: boolean): boolean {
  if (!scheduling) return false
  const { schedule } = scheduling
  return schedule.mode === 'auto' || (mayBegin && isUnsaid(schedule))
}

/**
 * What a plan is told that begins here. The server does not know which day it is at the place, but it knows also those
 * tasks that are not seen here.
 */
export function beginning(): PutSchedule {
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  return { mode: 'auto', start: wallTime(today), ifNew: true }
}

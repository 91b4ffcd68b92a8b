import type { IApi } from '@svar-ui/react-gantt'
import type { GanttConnection, Server } from 'triptych-client'
import { useMemo } from 'react'
import type { RefObject } from 'react'
import type { Plan } from '../gantt/use-plan.ts'
import type { AnalysisState } from './analysis-context.ts'
import type { Scheduling } from './ask-schedule.ts'
import { planNames } from './plan-names.ts'
import { useAnalysis } from './use-analysis.ts'
import { useMarkedLinks } from './use-marked-links.ts'

interface Options extends Pick<Plan, 'onSaved'> {
  api: IApi | null
  connection: GanttConnection | null
  scheduling: Scheduling | null
  /** Whether what is critical is marked. */
  isMarked: boolean
  /** Whether it is asked for in any case. */
  isAsked: boolean
  frame: RefObject<HTMLElement | null>
}

const none: Scheduling['calendars'] = []

/** What follows from the plan, for those who show it. Where nothing is scheduled it is asked for only to be marked. */
export function useAnalysed(server: Server, options: Options): AnalysisState {
  const { api, connection, scheduling, isMarked, isAsked, frame, onSaved } = options
  const schedule = scheduling?.schedule ?? null
  const calendars = scheduling?.calendars ?? none
  const isScheduled = schedule !== null && schedule.mode !== 'off'
  const analysis = useAnalysis(server, isScheduled || isMarked || isAsked, onSaved)
  useMarkedLinks(frame, { connection, analysis, isMarked })

  return useMemo(
    () => ({
      analysis,
      schedule,
      calendars,
      names: api && connection ? planNames(api, connection) : null,
      isMarked,
      realId: (task) => connection?.realId(task) ?? task,
    }),
    [analysis, schedule, calendars, api, connection, isMarked],
  )
}

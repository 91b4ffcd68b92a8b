import type { Analysis, Calendar, Schedule, TaskAnalysis } from '@triptych/contract/schedule'
import { createContext, useContext } from 'react'
import type { PlanNames } from './plan-names.ts'

type Id = string | number

/** What follows from the plan, for everything inside the widget that shows it. */
export interface AnalysisState {
  analysis: Analysis | null
  schedule: Schedule | null
  calendars: readonly Calendar[]
  names: PlanNames | null
  /** Whether what is critical is marked. */
  isMarked: boolean
  realId: (task: Id) => Id
}

export const AnalysisContext = createContext<AnalysisState>({
  analysis: null,
  schedule: null,
  calendars: [],
  names: null,
  isMarked: false,
  realId: (task) => task,
})

export function useTaskAnalysis(task: Id | undefined): TaskAnalysis | undefined {
  const { analysis, realId } = useContext(AnalysisContext)
  return task === undefined ? undefined : analysis?.tasks[String(realId(task))]
}

import type { IApi, ILink, ITask, TID } from '@svar-ui/react-gantt'
import type { Schedule } from '@triptych/contract/schedule'
import { createContext } from 'react'
import { hasChildren } from '../../schedule/task-schedule.ts'
import type { ScheduledTask } from '../../schedule/task-schedule.ts'
import type { ViewProps } from '../../view.ts'
import type { TeamState } from '../team-context.ts'

export type GridTask = ITask & ScheduledTask

/** What the cells of the grid are made of. */
export interface GridPlan {
  api: IApi
  schedule: Schedule | null
  isDayOff: (day: Date) => boolean
  team: TeamState
  /** By the task they lead to. */
  linksTo: ReadonlyMap<TID, readonly ILink[]>
  mayChange: (task: TID) => boolean
  tell: ViewProps['tell']
}

export const GridContext = createContext<GridPlan | null>(null)

export function isAuto({ schedule }: GridPlan): boolean {
  return schedule?.mode === 'auto'
}

/** Whether its dates are those of what is below it. */
export function isRolledUp(task: GridTask, plan: GridPlan): boolean {
  return task.type === 'summary' || (isAuto(plan) && hasChildren(task))
}

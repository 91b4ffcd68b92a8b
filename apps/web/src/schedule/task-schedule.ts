import { constraintTypes } from '@triptych/contract/schedule'
import type { ConstraintType } from './constraint-text.ts'

/** A task as the widget has it, with the fields by which it is scheduled. */
export interface ScheduledTask {
  id: string | number
  type?: string
  start?: Date
  end?: Date
  data?: unknown[] | null
  lazy?: boolean
  manual?: unknown
  unscheduled?: unknown
  constraint?: unknown
  deadline?: unknown
  calendar?: unknown
  length?: unknown
  elapsed?: unknown
  progress?: unknown
  priority?: unknown
  effort?: unknown
  effortDriven?: unknown
  fixed?: unknown
}

export type TaskMode = 'auto' | 'manual' | 'unscheduled'

export const modeFields: Record<TaskMode, { manual: boolean; unscheduled: boolean }> = {
  auto: { manual: false, unscheduled: false },
  manual: { manual: true, unscheduled: false },
  unscheduled: { manual: false, unscheduled: true },
}

export function modeOf({ manual, unscheduled }: ScheduledTask): TaskMode {
  return unscheduled === true ? 'unscheduled' : manual === true ? 'manual' : 'auto'
}

export interface Constraint {
  type: ConstraintType
  date: string | null
}

/** What cannot be read does not count for the server either. */
export function constraintOf({ constraint }: ScheduledTask): Constraint {
  const { type, date } = (constraint ?? {}) as { type?: unknown; date?: unknown }
  const known = constraintTypes.find((one) => one === type) ?? 'asap'
  return { type: known, date: typeof date === 'string' ? date : null }
}

/** Whether it has others below it, by which its dates go. */
export function hasChildren({ data, lazy }: Pick<ScheduledTask, 'data' | 'lazy'>): boolean {
  return Boolean(data?.length) || lazy === true
}

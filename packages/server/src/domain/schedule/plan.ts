import type { CalendarRules } from './calendar-spans.ts'

/**
 * What people said about a plan, and nothing that follows from it. Instants and lengths are ticks;
 * lengths are working time where nothing else is said. Everything names others by their place in the
 * lists, `null` stands for what nobody said.
 */
export interface Plan {
  start: number
  /** Where the plan is made from its finish, the day it has to be done. */
  finish: number | null
  from: 'start' | 'finish'
  calendar: number
  calendars: readonly PlanCalendar[]
  resources: readonly PlanResource[]
  tasks: readonly PlanTask[]
  links: readonly PlanLink[]
  /** Slack up to which a task counts as critical. */
  criticalSlack: number
  /** Whether whatever ends a chain is measured by its own end, so that each chain has a critical path. */
  severalPaths: boolean
  /** What a task counts for in the progress of a summary. */
  progressBy: 'duration' | 'work'
}

export interface PlanCalendar extends CalendarRules {
  parent: number | null
}

export interface PlanResource {
  /** Only who works has hours: material and cost lengthen nothing. */
  works: boolean
  calendar: number | null
}

export type ConstraintType = 'asap' | 'alap' | 'snet' | 'snlt' | 'fnet' | 'fnlt' | 'mso' | 'mfo'

export interface PlanTask {
  parent: number | null
  /** An unscheduled task has a place in the outline and none in time. */
  mode: 'auto' | 'manual' | 'unscheduled'
  inactive: boolean
  duration: number
  /** The duration runs through nights and holidays. */
  elapsed: boolean
  constraint: ConstraintType
  constraintDate: number | null
  deadline: number | null
  calendar: number | null
  ignoreResourceCalendars: boolean
  /** Its pieces, where there are pauses: working time from its start. */
  segments: readonly Segment[]
  /** Time that runs, added by levelling. */
  levelingDelay: number
  /** Where a manual task was put. */
  start: number | null
  finish: number | null
  actualStart: number | null
  actualFinish: number | null
  /** Of a begun task: what is left of it, and when that goes on. */
  remaining: number | null
  resume: number | null
  stop: number | null
  fixed: 'units' | 'duration' | 'work'
  assignments: readonly PlanAssignment[]
}

/** A task of which nobody said more than that it is there. */
export const plainTask: PlanTask = {
  parent: null,
  mode: 'auto',
  inactive: false,
  duration: 0,
  elapsed: false,
  constraint: 'asap',
  constraintDate: null,
  deadline: null,
  calendar: null,
  ignoreResourceCalendars: false,
  segments: [],
  levelingDelay: 0,
  start: null,
  finish: null,
  actualStart: null,
  actualFinish: null,
  remaining: null,
  resume: null,
  stop: null,
  fixed: 'units',
  assignments: [],
}

export interface Segment {
  offset: number
  length: number
}

export interface PlanAssignment {
  resource: number
  /** 1 is all of somebody's time. */
  units: number
  /** Where nobody said how much, as much as fits into the length of the task. */
  work: number | null
}

export type LinkType = 'e2s' | 's2s' | 'e2e' | 's2e'

export interface PlanLink {
  from: number
  to: number
  type: LinkType
  /** Ticks, or hundredths of the length of the task it comes from. */
  lag: number
  lagUnit: 'working' | 'elapsed' | 'percent' | 'elapsedPercent'
}

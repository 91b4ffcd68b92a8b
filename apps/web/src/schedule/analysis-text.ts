import type { Conflict, Schedule, TaskAnalysis } from '@triptych/contract/schedule'
import type { PlanNames } from './plan-names.ts'

const causes = {
  manual: ' It stands by hand.',
  actual: ' It has begun.',
  constraint: ' Its constraint holds it.',
}

/** What does not fit, in words. */
export function conflictText(conflict: Conflict, names: PlanNames): string {
  const { kind, task, link, tasks = [], because } = conflict
  const name = task === undefined ? 'a task' : names.task(task)
  const cause = because ? causes[because] : ''
  switch (kind) {
    case 'circle':
      return `Tasks wait for each other: ${tasks.map((id) => names.task(id)).join(', ')}.`
    case 'link': {
      const ends = link === undefined ? null : names.link(link)
      return ends
        ? `The link from ${ends.source} to ${ends.target} is not kept to.${cause}`
        : `A link is not kept to.${cause}`
    }
    case 'constraint':
      return `The constraint of ${name} cannot hold.${cause}`
    case 'deadline':
      return `The deadline of ${name} is missed.`
    case 'calendar':
      return 'There is a calendar by which nobody ever works.'
  }
}

/** The task to look at for it. */
export function taskOf({ task, tasks, link }: Conflict, names: PlanNames): number | null {
  return task ?? tasks?.[0] ?? (link === undefined ? null : (names.link(link)?.at ?? null))
}

/** By how much a task can be late before the whole plan is. */
export function slackText({ totalSlack }: TaskAnalysis, { minutesPerDay }: Schedule): string {
  const days = Math.round((Math.abs(totalSlack) / minutesPerDay) * 10) / 10
  const length = days === 1 ? '1 working day' : `${days} working days`
  return totalSlack < 0 ? `Too late by ${length}` : `Slack: ${length}`
}

/** Why a task stands where it stands. */
export function driverText({ drivenBy }: TaskAnalysis, id: number, names: PlanNames): string {
  const { by, link, task } = drivenBy
  switch (by) {
    case 'project':
      return 'Begins with the plan'
    case 'link': {
      const ends = link === undefined ? null : names.link(link)
      return ends ? `Waits for ${ends.source}` : 'Waits for another task'
    }
    case 'constraint':
      return task === undefined || task === id
        ? 'Held by its constraint'
        : `Held by the constraint of ${names.task(task)}`
    case 'summary':
      return 'Below a task that stands by hand'
    case 'manual':
      return 'Stands where it was put by hand'
    case 'actual':
      return 'Stands where it has begun'
    case 'late':
      return 'As late as possible'
    case 'levelling':
      return 'Put off'
    case 'hidden':
      return 'Waits for something that is not shown to you'
  }
}

import type { Conflict, Schedule, TaskAnalysis } from '@triptych/contract/schedule'
import type { PlanNames } from './plan-names.ts'

const causes = {
  manual: ' It stands by hand.',
  actual: ' It has begun.',
  constraint: ' Its constraint holds it.',
}

/** What does not fit, in words. */
export function conflictText(conflict: Conflict, names: PlanNames): string {
  const cause = conflict.because ? causes[conflict.because] : ''
  return `${factOf(conflict, names)}${cause}`
}

function factOf({ kind, task, link, tasks = [] }: Conflict, names: PlanNames): string {
  const name = task === undefined ? 'a task' : names.task(task)
  const ends = link === undefined ? null : names.link(link)
  if (kind === 'circle') {
    return `Tasks wait for each other: ${tasks.map((id) => names.task(id)).join(', ')}.`
  }
  if (kind === 'link') {
    const which = ends ? `The link from ${ends.source} to ${ends.target}` : 'A link'
    return `${which} is not kept to.`
  }
  if (kind === 'constraint') return `The constraint of ${name} cannot hold.`
  if (kind === 'deadline') return `The deadline of ${name} is missed.`
  return 'There is a calendar by which nobody ever works.'
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

const drivers: Record<TaskAnalysis['drivenBy']['by'], string> = {
  project: 'Begins with the plan',
  link: 'Waits for another task',
  constraint: 'Held by its constraint',
  summary: 'Below a task that stands by hand',
  manual: 'Stands where it was put by hand',
  actual: 'Stands where it has begun',
  late: 'As late as possible',
  levelling: 'Put off',
  hidden: 'Waits for something that is not shown to you',
}

/** Why a task stands where it stands. */
export function driverText({ drivenBy }: TaskAnalysis, id: number, names: PlanNames): string {
  const { by, link, task } = drivenBy
  const ends = link === undefined ? null : names.link(link)
  if (by === 'link' && ends) return `Waits for ${ends.source}`
  if (by === 'constraint' && task !== undefined && task !== id) {
    return `Held by the constraint of ${names.task(task)}`
  }
  return drivers[by]
}

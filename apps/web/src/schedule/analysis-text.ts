import type { Conflict, Schedule, TaskAnalysis } from '@triptych/contract/schedule'
import type { PlanNames } from './plan-names.ts'
import { counted, t } from '../words/words.ts'

const causes = {
  manual: t('It stands by hand.'),
  actual: t('It has begun.'),
  constraint: t('Its constraint holds it.'),
}

/** What does not fit, in words. */
export function conflictText(conflict: Conflict, names: PlanNames): string {
  const fact = factOf(conflict, names)
  return conflict.because ? `${fact} ${causes[conflict.because]}` : fact
}

function factOf({ kind, task, link, tasks = [] }: Conflict, names: PlanNames): string {
  const name = task === undefined ? t('a task') : names.task(task)
  const ends = link === undefined ? null : names.link(link)
  if (kind === 'circle') {
    return t('Tasks wait for each other: {value}.', {
      value: tasks.map((id) => names.task(id)).join(', '),
    })
  }
  if (kind === 'link') {
    if (!ends) return t('A link is not kept to.')
    const { source, target } = ends
    return t('The link from {source} to {target} is not kept to.', { source, target })
  }
  if (kind === 'constraint') return t('The constraint of {name} cannot hold.', { name })
  if (kind === 'deadline') return t('The deadline of {name} is missed.', { name })
  return t('There is a calendar by which nobody ever works.')
}

/** The task to look at for it. */
export function taskOf({ task, tasks, link }: Conflict, names: PlanNames): number | null {
  return task ?? tasks?.[0] ?? (link === undefined ? null : (names.link(link)?.at ?? null))
}

/** By how much a task can be late before the whole plan is. */
export function slackText({ totalSlack }: TaskAnalysis, { minutesPerDay }: Schedule): string {
  const days = Math.round((Math.abs(totalSlack) / minutesPerDay) * 10) / 10
  return totalSlack < 0
    ? counted(days, 'Too late by {count} working day', 'Too late by {count} working days')
    : counted(days, 'Slack: {count} working day', 'Slack: {count} working days')
}

const drivers: Record<TaskAnalysis['drivenBy']['by'], string> = {
  project: t('Begins with the plan'),
  link: t('Waits for another task'),
  constraint: t('Held by its constraint'),
  summary: t('Below a task that stands by hand'),
  manual: t('Stands where it was put by hand'),
  actual: t('Stands where it has begun'),
  late: t('As late as possible'),
  levelling: t('Put off'),
  hidden: t('Waits for something that is not shown to you'),
}

/** Why a task stands where it stands. */
export function driverText({ drivenBy }: TaskAnalysis, id: number, names: PlanNames): string {
  const { by, link, task } = drivenBy
  const ends = link === undefined ? null : names.link(link)
  if (by === 'link' && ends) return t('Waits for {source}', { source: ends.source })
  if (by === 'constraint' && task !== undefined && task !== id) {
    return t('Held by the constraint of {names}', { names: names.task(task) })
  }
  return drivers[by]
}

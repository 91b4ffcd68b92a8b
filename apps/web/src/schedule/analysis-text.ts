import type { Conflict, Schedule, TaskAnalysis } from '@triptych/contract/schedule'
import type { PlanNames } from './plan-names.ts'
import { t } from '../words/words.ts'

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
    return t('Tasks wait for each other: {value}.', {
      value: tasks.map((id) => names.task(id)).join(', '),
    })
  }
  if (kind === 'link') {
    const which = ends
      ? t('The link from {source} to {target}', { source: ends.source, target: ends.target })
      : t('A link')
    return t('{which} is not kept to.', { which })
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
  const length = days === 1 ? '1 working day' : t('{days} working days', { days })
  return totalSlack < 0
    ? t('Too late by {count}', { count: length })
    : t('Slack: {count}', { count: length })
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

import { quoted } from '../../quoted.ts'
import { noDate } from '../../place/no-date.ts'
import { typedDate, typedDateText, typedMoment, typedMomentText } from '../../place/typed-date.ts'
import { isOfLength, mayHaveLength } from '../../schedule/length-input.tsx'
import { daysText, lengthOf, lengthText, spanOf } from '../../schedule/span-text.ts'
import type { SpanUnit } from '../../schedule/span-text.ts'
import { wallTime } from 'triptych-client'
import { endOn, lastDayOf } from '../last-day.ts'
import { putOn } from '../milestone-day.ts'
import { shortDate } from './short-date.ts'
import { isAuto, isRolledUp } from './grid-plan.ts'
import type { GridPlan, GridTask } from './grid-plan.ts'
import { t } from '../../words/words.ts'

export function mayMove(task: GridTask, plan: GridPlan): boolean {
  return !isRolledUp(task, plan) && task.unscheduled !== true && task.start instanceof Date
}

export function mayStretch(task: GridTask, plan: GridPlan): boolean {
  return mayMove(task, plan) && task.type !== 'milestone'
}

/** With the time where the plan goes by hours. */
export function dateTyped(date: Date | undefined, plan: GridPlan): string {
  if (!date) return ''
  const moment = wallTime(date)
  return plan.schedule?.durationUnit === 'hour' ? typedMomentText(moment) : typedDateText(moment)
}

/** A day alone is the whole day, and in a plan that goes by hours that day at the time of before. */
export function keepStart(task: GridTask, text: string, plan: GridPlan): string | null {
  const said = dateSaid(text, plan)
  if (said === null) return noDate
  const isPoint = task.type === 'milestone' && said.moment === null && said.isWholeDay
  if (isPoint) {
    const fields = putOn(new Date(`${said.day}T00:00:00`), task, plan)
    void plan.api.exec('update-task', { id: task.id, task: fields })
    return null
  }
  const time = said.isWholeDay ? '00:00:00' : wallTime(task.start!).slice(11)
  const start = new Date(said.moment ?? `${said.day}T${time}`)
  void plan.api.exec('update-task', { id: task.id, task: { start } })
  return null
}

export function keepEnd(task: GridTask, text: string, plan: GridPlan): string | null {
  const said = dateSaid(text, plan)
  if (said === null) return noDate
  const midnight = new Date(`${said.day}T00:00:00`)
  const end = said.moment
    ? new Date(said.moment)
    : endOn(midnight, said.isWholeDay ? midnight : task.end!)
  if (end <= task.start!) {
    const begins = { task: quoted(task.text ?? ''), date: shortDate.format(task.start) }
    return t('{task} begins on {date} and cannot end before.', begins)
  }
  // Without a duration the widget counts it anew.
  const fields = { start: task.start!, end, duration: 0 }
  void plan.api.exec('update-task', { id: task.id, task: fields })
  return null
}

interface DateSaid {
  day: string
  /** Where a time was said, too. */
  moment: string | null
  isWholeDay: boolean
}

function dateSaid(text: string, { schedule }: GridPlan): DateSaid | null {
  const isWholeDay = schedule?.durationUnit !== 'hour'
  const day = typedDate(text)
  if (day !== null) return { day, moment: null, isWholeDay }
  const moment = typedMoment(text)
  return moment === null ? null : { day: moment.slice(0, 10), moment, isWholeDay }
}

/** Working time where the plan has it: what a task takes, and the days on which one works between start and end. */
export function durationText(task: GridTask, plan: GridPlan): string {
  if (task.type === 'milestone') return daysText(0)
  if (task.unscheduled === true) return ''
  const { schedule } = plan
  if (!schedule || !isAuto(plan)) {
    return typeof task.duration === 'number' ? daysText(task.duration) : ''
  }
  const { length, elapsed } = task
  if (isOfLength(task) && typeof length === 'number') {
    return lengthText({ length, elapsed: elapsed === true }, schedule)
  }
  return task.start && task.end ? daysText(workingDays(task.start, task.end, plan.isDayOff)) : ''
}

export function workingDays(start: Date, end: Date, isDayOff: (day: Date) => boolean): number {
  let count = 0
  const last = lastDayOf(end)
  const day = new Date(start.getFullYear(), start.getMonth(), start.getDate())
  for (; day <= last; day.setDate(day.getDate() + 1)) if (!isDayOff(day)) count++
  return count
}

/** What takes no time is a milestone, and a milestone that takes some is none any more. */
export function keepDuration(task: GridTask, text: string, plan: GridPlan): string | null {
  const { api, schedule } = plan
  const save = (fields: object, isPoint: boolean) => {
    const type = isPoint ? { type: 'milestone' } : task.type === 'milestone' && { type: 'task' }
    void api.exec('update-task', { id: task.id, task: { ...(!isPoint && fields), ...type } })
    return null
  }
  if (schedule && isAuto(plan) && mayHaveLength(task)) {
    const said = lengthOf(text, schedule)
    if (!said) return t('Write a length such as 3d, 4h or 2w.')
    return save(said, said.length === 0)
  }
  const said = spanOf(text)
  const days = said ? said.amount * (daysOf[said.unit] ?? NaN) : NaN
  if (days < 0 || !Number.isInteger(days)) return t('Write whole days or weeks such as 3d or 2w.')
  return save({ duration: days }, days === 0)
}

/** Where nothing is scheduled, days are those of the chart. */
const daysOf: Partial<Record<SpanUnit, number>> = { d: 1, w: 7 }

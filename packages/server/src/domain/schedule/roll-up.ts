import { absent, done } from './network.ts'
import type { Scheduled } from './schedule-plan.ts'
import { placeOfDates } from './schedule-plan.ts'
import { lagCalendarAt } from './task-time.ts'
import { workBetween } from './working-time.ts'

/** By task; what a summary is follows from what is below it. */
export interface RolledUp {
  duration: Float64Array
  /** From 0 to 100, whole. */
  progress: Float64Array
}

/**
 * A summary lasts from its start to its finish in working time, and is done as far as the durations
 * below it are, each counting by its length.
 */
export function rollUp({ net, dates }: Scheduled): RolledUp {
  const count = net.plan.tasks.length
  const whole = new Float64Array(count)
  const past = new Float64Array(count)
  // What is below a summary comes before the place where it closes.
  for (let place = net.first; place >= 0; place = net.next[place]!) {
    const task = net.task[place]!
    if (place !== placeOfDates(net, task)) continue
    if (net.closeOf[task]! < 0) {
      const { duration, remaining } = net.plan.tasks[task]!
      whole[task] = duration
      past[task] = net.flags[place]! & done ? duration : duration - (remaining ?? duration)
    }
    const above = net.parentClose[place]!
    if (above < 0 || net.flags[place]! & absent) continue
    whole[net.task[above]!]! += whole[task]!
    past[net.task[above]!]! += past[task]!
  }
  const rolled: RolledUp = { duration: whole.slice(), progress: new Float64Array(count) }
  for (let task = 0; task < count; task++) {
    const place = placeOfDates(net, task)
    if (whole[task]! > 0) rolled.progress[task] = Math.round((100 * past[task]!) / whole[task]!)
    else if (net.flags[place]! & done) rolled.progress[task] = 100
    if (net.closeOf[task]! < 0) continue
    const calendar = lagCalendarAt(net, place)
    rolled.duration[task] = workBetween(calendar, dates.start[place]!, dates.finish[place]!)
  }
  return rolled
}

import type { IApi, ITask, TID } from '@svar-ui/react-gantt'
import { wallTime } from 'triptych-client'

/** A bar while it is dragged: where it was, and where it is now, in pixels. */
export interface Drag {
  id: TID
  from: { left: number; width: number }
  now: { left: number; width: number }
}

/** Dates that a task would be given by letting go. */
export interface Given {
  id: TID
  start: string
  end?: string
}

/** By how many units of the chart its ends have moved, as the widget counts them. */
export function shiftOf(api: IApi, { from, now }: Drag): { start: number; end: number } {
  const { lengthUnitWidth } = scalesOf(api)
  const units = (pixels: number) => Math.round(pixels / lengthUnitWidth)
  const left = now.left - from.left
  return { start: units(left), end: units(left + now.width - from.width) }
}

/** What letting go would say to the server. With a task goes what is below it. */
export function givenBy(api: IApi, drag: Drag): Given[] {
  const { start, end } = shiftOf(api, drag)
  const task = api.getState().tasks.byId(drag.id)
  if (!task || (start === 0 && end === 0)) return []
  const { lengthUnit } = scalesOf(api)
  const later = (date: Date, units: number) => wallTime(laterBy(date, units, lengthUnit))
  return leavesOf(task).flatMap((one) => {
    if (!one.start) return []
    const given = { id: one.id!, start: later(one.start, start) }
    return one.type === 'milestone' || !one.end ? [given] : [{ ...given, end: later(one.end, end) }]
  })
}

/** When a task that is dragged would begin and end. */
export function datesAfter(api: IApi, drag: Drag, { start, end }: ITask) {
  const shift = shiftOf(api, drag)
  const { lengthUnit } = scalesOf(api)
  return {
    ...(start && { start: laterBy(start, shift.start, lengthUnit) }),
    ...(end && { end: laterBy(end, shift.end, lengthUnit) }),
  }
}

function leavesOf(task: ITask): ITask[] {
  return task.data?.length ? task.data.flatMap(leavesOf) : [task]
}

/** Days are not always 24 hours long. */
function laterBy(date: Date, units: number, unit: string): Date {
  const moved = new Date(date)
  if (unit === 'hour') moved.setHours(moved.getHours() + units)
  else moved.setDate(moved.getDate() + units)
  return moved
}

/** The types leave it out. */
export function scalesOf(api: IApi): { lengthUnitWidth: number; lengthUnit: string } {
  return (api.getState() as unknown as { _scales: ReturnType<typeof scalesOf> })._scales
}

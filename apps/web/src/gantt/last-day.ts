/** The end of a task is the moment it is over: midnight belongs to the day before. */
export function lastDayOf(end: Date): Date {
  return new Date(end.getTime() - 1)
}

/** The end of a task that goes on up to that day, at the time of day at which it ended so far. */
export function endOn(day: Date, before: Date): Date {
  const days = lastDayOf(before).getDate() === before.getDate() ? 0 : 1
  return new Date(
    day.getFullYear(),
    day.getMonth(),
    day.getDate() + days,
    before.getHours(),
    before.getMinutes(),
    before.getSeconds(),
  )
}

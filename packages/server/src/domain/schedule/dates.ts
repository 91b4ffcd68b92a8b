/** What the passes find out, by place. */
export interface Dates {
  earlyStart: Float64Array
  earlyFinish: Float64Array
  lateStart: Float64Array
  lateFinish: Float64Array
  /** Where the task stands in the end; the early dates themselves where nothing is to be late. */
  start: Float64Array
  finish: Float64Array
  /** Before which nothing below a summary may start, handed down where it opens. */
  floor: Float64Array
  /** Before which nothing below it may end. */
  finishFloor: Float64Array
  /** By when everything below a summary has to be done, handed down where it closes. */
  ceiling: Float64Array
  /** By when the first below a summary has to start, for those that wait for its start. */
  startCeiling: Float64Array
  /** When what is left of a task has to begin: what those before it have to heed. */
  needed: Float64Array
  projectStart: number
  projectFinish: number
}

export function emptyDates(count: number): Dates {
  // What was never looked at differs from whatever is found out.
  const dates = () => new Float64Array(count).fill(NaN)
  const [earlyStart, earlyFinish] = [dates(), dates()]
  return {
    earlyStart,
    earlyFinish,
    lateStart: dates(),
    lateFinish: dates(),
    start: earlyStart,
    finish: earlyFinish,
    floor: dates(),
    finishFloor: dates(),
    ceiling: dates(),
    startCeiling: dates(),
    needed: dates(),
    projectStart: NaN,
    projectFinish: NaN,
  }
}

import type { IApi } from '@svar-ui/react-gantt'
import { beforeFirst, zoomToFit } from './zoom.ts'
import type { Zoom } from './zoom.ts'

const dayMs = 24 * 60 * 60 * 1000
/** By then every page is drawn. */
const drawnMs = 5000

/** Shows all of the plan, from its first bar on: the scale begins earlier, with a month that has nothing in it. */
export function fitPlan(api: IApi, setZoom: (zoom: Zoom) => void): void {
  const { tasks, _chartWidth } = api.getState()
  let [first, last] = [Infinity, -Infinity]
  tasks.forEach(({ start, end }) => {
    first = Math.min(first, start?.getTime() ?? Infinity)
    last = Math.max(last, (end ?? start)?.getTime() ?? -Infinity)
  })
  if (last < first) return
  setZoom(zoomToFit(Math.max(1, (last - first) / dayMs), _chartWidth ?? 0))
  // The new scale comes when the page is drawn, which takes its time with thousands of tasks.
  const end: unknown = api.getReactiveState()._scales?.subscribe(() => {
    // The bars have their places when the next task of the page begins.
    setTimeout(() => showFirst(api), 2)
  })
  setTimeout(end as () => void, drawnMs)
}

function showFirst(api: IApi): void {
  let left = Infinity
  api.getState().tasks.forEach(({ $x = Infinity }) => void (left = Math.min(left, $x)))
  if (left < Infinity) void api.exec('scroll-chart', { left: Math.max(0, left - beforeFirst) })
}

import type { IApi, ITask } from '@svar-ui/react-gantt'

/** How much is shown before the work, in pixels. */
const before = 40

/** Shows today, with some of what was before; where today is not in the plan, its nearer end. */
export function scrollToToday(api: IApi): void {
  const left = leftOfToday(api)
  if (left !== null) void api.exec('scroll-chart', { left })
}

/** Where a plan is opened: at today where the tasks in sight have work around it, otherwise where theirs begins. */
export function scrollToWork(api: IApi): void {
  const left = leftOfToday(api)
  if (left === null) return
  const { _tasks, scrollTop, cellHeight = 36, _chartWidth = 0 } = api.getState()
  const first = Math.floor(scrollTop / cellHeight)
  const rows = _tasks.slice(first, first + Math.ceil(innerHeight / cellHeight))
  const work = rows.filter((task) => !isUnfolded(task))
  const inSight = (work.length > 0 ? work : rows).flatMap(({ $x, $w = 0 }) =>
    $x === undefined ? [] : [{ x: $x, end: $x + $w }],
  )
  const isAround = inSight.some(({ x, end }) => end > left && x < left + _chartWidth)
  if (isAround || inSight.length === 0) return void api.exec('scroll-chart', { left })
  const begin = Math.min(...inSight.map(({ x }) => x))
  void api.exec('scroll-chart', { left: Math.max(0, begin - before) })
}

/** A long phase is around today whatever is in it: unfolded it is its tasks that one came to see. */
function isUnfolded({ data, open }: ITask): boolean {
  return open === true && data !== undefined
}

function leftOfToday(api: IApi): number | null {
  const { _scales, _chartWidth = 0 } = api.getState()
  if (!_scales) return null
  const { start, end, width } = _scales
  const share = (Date.now() - start.getTime()) / (end.getTime() - start.getTime())
  return Math.max(0, Math.round(share * width - _chartWidth / 3))
}

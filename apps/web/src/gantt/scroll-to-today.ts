import type { IApi } from '@svar-ui/react-gantt'

/** Shows today, with some of what was before; where today is not in the plan, its nearer end. */
export function scrollToToday(api: IApi): void {
  scrollTo(api, Date.now())
}

/** Where a plan is opened: at today where there is work around it, otherwise where the work begins. */
export function scrollToWork(api: IApi): void {
  let [first, last] = [Infinity, -Infinity]
  api.getState().tasks.forEach(({ start, end }) => {
    first = Math.min(first, start?.getTime() ?? Infinity)
    last = Math.max(last, (end ?? start)?.getTime() ?? -Infinity)
  })
  const now = Date.now()
  const isAround = last < first || (first <= now && now <= last)
  scrollTo(api, isAround ? now : first)
}

function scrollTo(api: IApi, time: number): void {
  const { _scales, _chartWidth = 0 } = api.getState()
  if (!_scales) return
  const { start, end, width } = _scales
  const share = (time - start.getTime()) / (end.getTime() - start.getTime())
  const left = Math.round(share * width - _chartWidth / 3)
  void api.exec('scroll-chart', { left: Math.max(0, left) })
}

import type { IApi } from '@svar-ui/react-gantt'

/** Shows today, with some of what was before; where today is not in the plan, its nearer end. */
export function scrollToToday(api: IApi): void {
  const { _scales, _chartWidth = 0 } = api.getState()
  if (!_scales) return
  const { start, end, width } = _scales
  const share = (Date.now() - start.getTime()) / (end.getTime() - start.getTime())
  const left = Math.round(share * width - _chartWidth / 3)
  void api.exec('scroll-chart', { left: Math.max(0, left) })
}

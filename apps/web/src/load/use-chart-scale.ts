import type { IApi } from '@svar-ui/react-gantt'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Scale } from './load-scale.ts'

interface ChartScale {
  scale: Scale | null
  /** How wide the part beside the chart is, so that days stand below days; `null` where the chart is not seen. */
  side: number | null
}

/** Below this there is hardly a chart to stand below. */
const leastChart = 120

/** The scale of the chart, and where it is drawn seen from the panel. */
export function useChartScale(
  api: IApi,
  frame: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
): ChartScale {
  const [scale, setScale] = useState<Scale | null>(null)
  const [side, setSide] = useState<number | null>(null)

  useEffect(() => {
    const { _scales } = api.getReactiveState()
    const show = (now: ReturnType<IApi['getState']>['_scales'] | undefined) => {
      if (!now) return
      const { start, end, width, diff, lengthUnit } = now
      // As the widget reckons where a task begins.
      const { cellWidth = 0 } = api.getState()
      setScale({
        start,
        end,
        width,
        xOf: (date) => Math.round(diff(date, start, lengthUnit) * cellWidth),
      })
    }
    // The types do not tell of it.
    const end: unknown = _scales!.subscribe(show)
    return end as () => void
  }, [api])

  useEffect(() => {
    const chart = frame.current?.querySelector('.wx-chart')
    if (!chart || !panel.current) return undefined
    const measure = () => {
      const { left, width } = chart.getBoundingClientRect()
      const from = panel.current?.getBoundingClientRect().left ?? 0
      setSide(width >= leastChart ? Math.round(left - from) : null)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(chart)
    observer.observe(panel.current)
    return () => observer.disconnect()
  }, [frame, panel])

  return { scale, side }
}

/** What is scrolled here is scrolled in the chart, and the other way round. */
export function useScrollTogether(
  api: IApi,
  area: RefObject<HTMLElement | null>,
  isAligned: boolean,
): (left: number) => void {
  const shown = useRef(-1)

  useEffect(() => {
    if (!isAligned) return undefined
    const follow = (left: number | undefined) => {
      const to = Math.round(left ?? 0)
      if (to === shown.current || !area.current) return
      shown.current = to
      area.current.scrollLeft = to
    }
    const end: unknown = api.getReactiveState().scrollLeft.subscribe(follow)
    return end as () => void
  }, [api, area, isAligned])

  return (left) => {
    const to = Math.round(left)
    if (!isAligned || to === shown.current) return
    shown.current = to
    void api.exec('scroll-chart', { left: to })
  }
}

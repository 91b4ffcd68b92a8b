import type { IApi } from '@svar-ui/react-gantt'
import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Between the list and the chart. */
const splitter = 4

/**
 * The widget asks how large its chart is when that changes its own size, which is not when there is more room for it,
 * and then goes by what it knew before. Its days would end before the window does, and a row to which it scrolls lie below.
 */
export function useTrueSize(stage: RefObject<HTMLElement | null>, api: IApi | null): void {
  useEffect(() => {
    const plan = stage.current?.querySelector<HTMLElement>('.wx-gantt')
    const layout = plan?.querySelector('.wx-layout')
    const list = plan?.querySelector<HTMLElement>('.wx-table-container')
    if (!api || !plan || !layout || !list) return undefined
    const tag = Symbol('useTrueSize')
    api.intercept(
      'resize-chart',
      (event) => {
        event.height = plan.offsetHeight - (api.getState()._scales?.height ?? 0)
        event.width = Math.max(0, layout.clientWidth - list.offsetWidth - splitter)
      },
      { tag },
    )
    const observer = new ResizeObserver(() => {
      const { _scrollSize: scrollSize = 0 } = api.getState() as { _scrollSize?: number }
      void api.exec('resize-chart', { width: 0, height: 0, scrollSize })
    })
    for (const one of [plan, layout, list]) observer.observe(one)
    return () => {
      observer.disconnect()
      api.detach(tag)
    }
  }, [api, stage])
}

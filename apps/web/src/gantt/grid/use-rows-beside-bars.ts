import type { IApi } from '@svar-ui/react-gantt'
import { useEffect } from 'react'
import type { RefObject } from 'react'

/** The widget moves its rows by itself, so that they stand beside their bars. */
const neverScrolled = '.wx-stuck, .wx-layout, .wx-table-container, .wx-table-box, .wx-content'

/** Keeps the rows of the list where the bars of their tasks are. */
export function useRowsBesideBars(stage: RefObject<HTMLElement | null>, api: IApi | null): void {
  useEffect(() => {
    const root = stage.current
    if (!root) return undefined
    // A cell that gets the focus before its row is where it belongs makes the browser scroll what the widget never does.
    const putBack = ({ target }: Event) => {
      if (!(target instanceof Element) || target.scrollTop === 0) return
      const isInPanel = target.closest('.wx-sidearea') !== null
      if (!isInPanel && target.matches(neverScrolled)) target.scrollTop = 0
    }
    root.addEventListener('scroll', putBack, true)
    return () => root.removeEventListener('scroll', putBack, true)
  }, [stage])

  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useRowsBesideBars')
    api.intercept(
      'scroll-chart',
      (event) => {
        // The widget lets itself be sent a header too far, where only the rows go, as the chart cannot.
        if (event.top !== undefined) event.top = Math.max(0, Math.min(event.top, lowest(api)))
      },
      { tag },
    )
    return () => api.detach(tag)
  }, [api])
}

function lowest(api: IApi): number {
  const state = api.getState() as ReturnType<IApi['getState']> & { _scrollSize?: number }
  const { _tasks, cellHeight = 36, _chartHeight = 0, _scrollSize = 0 } = state
  return _tasks.length * cellHeight + _scrollSize - _chartHeight
}

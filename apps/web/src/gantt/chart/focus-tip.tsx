import type { IApi, ITask } from '@svar-ui/react-gantt'
import { useEffect, useId, useState } from 'react'
import type { CSSProperties, RefObject } from 'react'
import { isTyping } from '../../is-typing.ts'
import { idOf } from '../element-id.ts'
import { TaskLines } from './task-tip.tsx'

/** Longer than whoever goes on with an arrow stays. */
const waitMs = 1000

interface Shown {
  task: ITask
  at: Element
}

/** What the tip tells to the mouse, for those who go from task to task with the keyboard. */
export function FocusTip({ api, frame }: { api: IApi; frame: RefObject<HTMLElement | null> }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const id = useId()

  useEffect(() => {
    const root = frame.current
    if (!root) return undefined
    const over = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      setShown(null)
    }
    const show = ({ target }: Event) => {
      hide()
      const at = target as Element
      const place = at.closest('.wx-gantt :is(.wx-bar, .wx-row)[data-id]')
      const of = place && idOf(place, 'data-id')
      if (of === null || !at.matches(':focus-visible') || isTyping(at)) return
      timer = setTimeout(() => {
        const task = api.getState().tasks.byId(of)
        if (task && document.activeElement === at) setShown({ task, at })
      }, waitMs)
    }
    const { signal } = over
    root.addEventListener('focusin', show, { signal })
    for (const name of ['focusout', 'mousedown', 'wheel']) {
      root.addEventListener(name, hide, { signal, passive: true })
    }
    root.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal })
    return () => {
      over.abort()
      hide()
    }
  }, [api, frame])

  useEffect(() => {
    if (!shown) return undefined
    shown.at.setAttribute('aria-describedby', id)
    return () => shown.at.removeAttribute('aria-describedby')
  }, [shown, id])

  if (!shown) return null
  return (
    <div
      id={id}
      role="tooltip"
      className="gantt-focus-tip"
      style={placeBeside(shown.at, frame.current)}
    >
      <TaskLines task={shown.task} />
    </div>
  )
}

/** At the far end of its row in the chart, where it covers no names; below the cell where there is no chart. */
function placeBeside(at: Element, frame: HTMLElement | null): CSSProperties {
  const { left, bottom, top } = at.getBoundingClientRect()
  const isLow = bottom > innerHeight - 160
  const chart = frame?.querySelector('.wx-chart')?.getBoundingClientRect()
  if (!chart || chart.width < leastChart || !at.closest('.wx-row')) {
    return { left: left + 16, ...(isLow ? { bottom: innerHeight - top + 4 } : { top: bottom + 4 }) }
  }
  const right = innerWidth - Math.min(chart.right, innerWidth) + 16
  return { right, ...(isLow ? { bottom: innerHeight - bottom } : { top }) }
}

/** Less of it would be covered whole. */
const leastChart = 400

import type { IApi, ITask } from '@svar-ui/react-gantt'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

interface Shown {
  /** How far the chart is scrolled, and how much of it is seen. */
  left: number
  width: number
  rows: readonly ITask[]
}

/** So much of a name beside or in its bar is enough to read it. */
const readable = 60

/** Beside the chart there is no list on a phone: each row whose name is out of sight has it at the edge, with the way to its bar. */
export function RowNames({ api }: { api: IApi }) {
  const shown = useShown(api)
  const bars = document.querySelector('.gantt-stage .wx-bars')
  if (!shown || !bars) return null
  const { left, width, rows } = shown
  const named = rows.flatMap((task) => {
    const { id, text = '', $x = 0, $w = 0, $y = 0, $h = 0 } = task as Placed
    const isOut = $x < left - readable / 2 || $x > left + width - readable
    if (!isOut || text === '') return []
    const way = $x + $w < left ? '‹ ' : $x > left + width - readable ? ' ›' : ''
    const said = way === '‹ ' ? way + text : text + way
    return [
      <span
        key={id}
        className="gantt-row-name"
        style={{ left: left + 4, top: $y + ($h - 30) / 2, maxWidth: width - 12 }}
      >
        {said}
      </span>,
    ]
  })
  // The bars themselves are told by their names.
  return createPortal(<div aria-hidden="true">{named}</div>, bars)
}

interface Placed {
  id: string | number
  text?: string
  $x?: number
  $w?: number
  $y?: number
  $h?: number
}

/** What the types leave out. */
interface State {
  displayMode?: string
  scrollLeft?: number
  _chartWidth?: number
  _tasks?: readonly ITask[]
  area?: { start: number; end: number }
}

const watched = ['displayMode', 'scrollLeft', 'xArea', '_tasks', 'area'] as const

function useShown(api: IApi): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null)

  useEffect(() => {
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setShown(shownIn(api.getState())))
    }
    const state = api.getReactiveState() as unknown as Record<
      string,
      { subscribe(look: () => void): () => void }
    >
    const ends = watched.map((name) => state[name]!.subscribe(look))
    return () => {
      cancelAnimationFrame(frame)
      for (const end of ends) end()
    }
  }, [api])

  return shown
}

function shownIn({ displayMode, scrollLeft = 0, _chartWidth = 0, _tasks = [], area }: State) {
  if (displayMode !== 'chart' || !area) return null
  return { left: scrollLeft, width: _chartWidth, rows: _tasks.slice(area.start, area.end) }
}

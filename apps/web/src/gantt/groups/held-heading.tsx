import type { IApi, TID } from '@svar-ui/react-gantt'
import fold from 'lucide-static/icons/chevron-down.svg?raw'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../../icon.tsx'
import { cursorOf } from '../grid/cursor.ts'
import { tableOf } from '../grid/table-of.ts'
import { isHeading } from '../heading-id.ts'
import './groups.css'

interface Held {
  id: TID
  text: string
  /** Where it stands, and how tall it is. */
  top: number
  height: number
  /** Where its name begins, as in its row. */
  left: number
  /** The next heading comes from below, and takes its place. */
  pushed: number
}

/** The heading of the group in which the first row is stays above it while the rows below are scrolled. */
export function HeldHeading({ api }: { api: IApi }) {
  const held = useHeld(api)
  // Within what is scrolled, so that a wheel turned over it moves the rows.
  const layout = document.querySelector('.gantt-stage .wx-layout')
  if (!held || !layout) return null
  const { id, text, top, height, left, pushed } = held
  const go = () => cursorOf(api).go(id, 'text')
  const close = () => {
    void api.exec('open-task', { id, mode: false })
    go()
  }
  return createPortal(
    // The row itself is there for those who read it to themselves.
    <div className="gantt-held-heading" aria-hidden="true" style={{ top, height }}>
      <div
        data-group={id}
        style={{ height, paddingLeft: left, transform: `translateY(${pushed}px)` }}
      >
        <button tabIndex={-1} className="fold" onClick={close}>
          <Icon svg={fold} />
        </button>
        <button tabIndex={-1} onClick={go}>
          {text}
        </button>
      </div>
    </div>,
    layout,
  )
}

/** What the types leave out. */
interface State {
  scrollTop: number
  cellHeight: number
  _scales?: { height: number }
  _tasks: readonly { id: TID; text?: string }[]
}

const watched = ['scrollTop', 'cellHeight', '_scales', '_tasks'] as const

function useHeld(api: IApi): Held | null {
  const [held, setHeld] = useState<Held | null>(null)

  useEffect(() => {
    const look = () => {
      const next = heldIn(api)
      setHeld((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next))
    }
    const state = api.getReactiveState() as unknown as Record<
      string,
      { subscribe(look: () => void): () => void }
    >
    const ends = watched.map((name) => state[name]!.subscribe(look))
    return () => {
      for (const end of ends) end()
    }
  }, [api])

  return held
}

function heldIn(api: IApi): Held | null {
  const { scrollTop, cellHeight, _scales, _tasks } = api.getState() as unknown as State
  const first = Math.floor(scrollTop / cellHeight)
  const at = _tasks.findLastIndex(({ id }, index) => index <= first && isHeading(id))
  if (at < 0 || at * cellHeight >= scrollTop) return null
  const next = _tasks.findIndex(({ id }, index) => index > at && isHeading(id))
  const room = next < 0 ? cellHeight : next * cellHeight - scrollTop
  const { id, text = '' } = _tasks[at]!
  const pushed = Math.min(0, room - cellHeight)
  const columns = tableOf(api)?.getState().columns ?? []
  const before = columns.slice(
    0,
    Math.max(
      0,
      columns.findIndex(({ id }) => id === 'text'),
    ),
  )
  const left = before.reduce((sum, { width = 0, hidden }) => sum + (hidden ? 0 : width), 0)
  return { id, text, top: _scales?.height ?? 0, height: cellHeight, left, pushed }
}

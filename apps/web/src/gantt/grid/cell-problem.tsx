import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

interface CellProblemProps {
  id: string
  /** The field that it is about. */
  at: RefObject<HTMLElement | null>
  text: string
}

/** Why what stands in a cell cannot be taken, below the cell and above all else. */
export function CellProblem({ id, at, text }: CellProblemProps) {
  const note = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const { style } = note.current!
    note.current!.showPopover()
    const { left, bottom, top } = at.current!.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = note.current!
    const isBelow = bottom + offsetHeight + 12 < innerHeight
    style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`
    style.top = `${isBelow ? bottom + 4 : top - offsetHeight - 4}px`
  }, [at, text])

  return (
    <div ref={note} id={id} className="gantt-cell-problem" role="alert" popover="manual">
      {text}
    </div>
  )
}

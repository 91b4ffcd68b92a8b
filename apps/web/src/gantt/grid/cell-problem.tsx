import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { showBelow } from './below-field.ts'

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
    showBelow(note.current!, at.current!)
  }, [at, text])

  return (
    <div ref={note} id={id} className="gantt-cell-problem" role="alert" popover="manual">
      {text}
    </div>
  )
}

import { useLayoutEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { createPortal } from 'react-dom'

interface Props {
  field: RefObject<HTMLElement | null>
  children: ReactNode
}

/** What can be chosen, below the cell or above it, wherever there is room. The keyboard stays in the field. */
export function EditorPopup({ field, children }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const node = popup.current
    const cell = field.current?.closest('.wx-cell') ?? field.current
    if (!node || !cell) return
    const frame = cell.getBoundingClientRect()
    const isBelow = frame.bottom + node.offsetHeight <= innerHeight || frame.top < node.offsetHeight
    const left = Math.max(4, Math.min(frame.left, innerWidth - node.offsetWidth - 4))
    node.style.left = `${left}px`
    node.style.top = `${isBelow ? frame.bottom : frame.top - node.offsetHeight}px`
    node.style.minWidth = `${frame.width}px`
  })
  const root = document.querySelector('.tables') ?? document.body
  return createPortal(
    <div
      ref={popup}
      className="editor-popup"
      // A click must not take the keyboard from the field, which would save what is in it; the grid would, too.
      onMouseDown={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {children}
    </div>,
    root,
  )
}

import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { dragHeader } from './drag-header.ts'
import type { Anchor } from '../float-menu.tsx'

interface HeaderTold {
  onSort: (column: string, adds: boolean) => void
  onMenu: (column: string, anchor: Anchor) => void
  onMove: (column: string, target: string, side: 'before' | 'after') => void
  /** To be as wide as what is in it. */
  onFit: (column: string) => void
}

/**
 * What is done to the headers of the grid. They are the grid's own; it knows no menu, no way to put a column
 * elsewhere, and none to take an order back, so what is done to them is heard before it comes to them.
 */
export function useHeaders(area: RefObject<HTMLElement | null>, listener: HeaderTold): void {
  const told = useRef(listener)
  told.current = listener

  useEffect(() => {
    const element = area.current
    if (!element) return undefined
    let wasDragged = false

    function click(event: MouseEvent): void {
      const header = headerIn(event)
      if (!header || isBox(event)) return
      event.stopPropagation()
      if (wasDragged) return
      const isMenu = (event.target as Element).closest('.column-menu')
      if (isMenu) openMenu(header)
      else told.current.onSort(nameOf(header), event.ctrlKey || event.metaKey)
    }

    function doubleClick({ target }: MouseEvent): void {
      const grip = target instanceof Element ? target.closest('.wx-header .wx-grip') : null
      const header = grip?.closest<HTMLElement>('[data-header-id]')
      if (header) told.current.onFit(nameOf(header))
    }

    function contextMenu(event: MouseEvent): void {
      const header = headerIn(event)
      if (!header) return
      event.preventDefault()
      openMenu(header)
    }

    function keyDown(event: KeyboardEvent): void {
      const header = headerIn(event)
      if (!header || event.target !== header) return
      const isMenu =
        event.key === 'ContextMenu' ||
        (event.key === 'F10' && event.shiftKey) ||
        (event.key === 'ArrowDown' && event.altKey)
      if (!isMenu && event.key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
      if (isMenu) openMenu(header)
      else told.current.onSort(nameOf(header), event.ctrlKey || event.metaKey)
    }

    function openMenu(header: HTMLElement): void {
      // It comes back here when the menu is closed.
      header.focus()
      told.current.onMenu(nameOf(header), header.getBoundingClientRect())
    }

    function pointerDown(event: PointerEvent): void {
      wasDragged = false
      const header = headerIn(event)
      if (!header || event.button !== 0 || event.pointerType === 'touch' || isBox(event)) return
      dragHeader(element!, header, event, (target, side) => {
        wasDragged = true
        if (target) told.current.onMove(nameOf(header), nameOf(target), side)
      })
    }

    const listeners = [
      ['click', click],
      ['dblclick', doubleClick],
      ['contextmenu', contextMenu],
      ['keydown', keyDown],
      ['pointerdown', pointerDown],
    ] as const
    for (const [name, listen] of listeners) {
      element.addEventListener(name, listen as EventListener, true)
    }
    return () => {
      for (const [name, listen] of listeners) {
        element.removeEventListener(name, listen as EventListener, true)
      }
    }
  }, [])
}

/** The grip at its edge is no part of it. */
function headerIn({ target }: Event): HTMLElement | null {
  if (!(target instanceof Element) || target.closest('.wx-grip')) return null
  return target.closest<HTMLElement>('.wx-header [data-header-id]')
}

/** In the corner of the grid. */
function isBox({ target }: Event): boolean {
  return target instanceof Element && target.closest('.all-rows') !== null
}

/** The grid marks a text as such. */
function nameOf(header: HTMLElement): string {
  return (header.dataset['headerId'] ?? '').replace(/^:/, '')
}

import { useEffect } from 'react'
import type { RefObject } from 'react'

/**
 * Whoever works in the list goes on there. What had the keyboard may be gone by then, with a menu, a dialog or the
 * row of a folder that was opened, and then all keys would be dead.
 */
export function useListFocus(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = frame.current
    if (!root) return undefined
    let isHere = false
    const follow = ({ target }: Event) => {
      const part = target as Element
      isHere = root.contains(part) || part.closest('.wx-menu') !== null
    }
    const look = () => {
      const isNowhere = document.activeElement === document.body
      if (isHere && isNowhere && !document.querySelector('dialog[open]')) focusList(root)
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerdown', follow)
    const observer = new MutationObserver(look)
    observer.observe(root, { subtree: true, childList: true })
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerdown', follow)
      observer.disconnect()
    }
  }, [frame])
}

/** Gives the keyboard to the list, where something is chosen to that. */
export function focusList(root: HTMLElement | null): void {
  const find = (part: string) => root?.querySelector<HTMLElement>(part)
  const list =
    find('.wx-active .wx-row.wx-selected .wx-cell') ??
    find('.wx-row.wx-selected .wx-cell') ??
    find('.wx-cards, .wx-table-box')
  list?.focus({ preventScroll: true })
}

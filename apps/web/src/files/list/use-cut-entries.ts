import { useEffect } from 'react'
import type { RefObject } from 'react'

const entries = '.wx-cards > .wx-item, .wx-body .wx-row'

/** What was cut looks like that until it is pasted or given up. The widget draws its parts anew now and then. */
export function useCutEntries(
  frame: RefObject<HTMLElement | null>,
  cut: ReadonlySet<string>,
): void {
  useEffect(() => {
    const root = frame.current
    if (!root || cut.size === 0) return undefined
    const look = () => {
      for (const entry of root.querySelectorAll<HTMLElement>(entries)) {
        const marked =
          entry.dataset['id'] ?? entry.querySelector<HTMLElement>('[data-id]')?.dataset['id']
        entry.toggleAttribute('data-cut', cut.has(marked?.replace(/^:/, '') ?? ''))
      }
    }
    const observer = new MutationObserver(look)
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['data-id'] })
    look()
    return () => {
      observer.disconnect()
      for (const entry of root.querySelectorAll('[data-cut]')) entry.removeAttribute('data-cut')
    }
  }, [frame, cut])
}

import { useEffect } from 'react'
import type { RefObject } from 'react'

const entries = '.wx-cards > .wx-item, .wx-body .wx-row'

/** Marks entries of the list by an attribute, for as long as they are among `ids`. The widget draws its parts anew now and then. */
export function useMarkedEntries(
  frame: RefObject<HTMLElement | null>,
  { ids, attribute, text = '' }: { ids: ReadonlySet<string>; attribute: string; text?: string },
): void {
  useEffect(() => {
    const root = frame.current
    if (!root || ids.size === 0) return undefined
    const look = () => {
      for (const entry of root.querySelectorAll<HTMLElement>(entries)) {
        const id =
          entry.dataset['id'] ?? entry.querySelector<HTMLElement>('[data-id]')?.dataset['id']
        if (!ids.has(id?.replace(/^:/, '') ?? '')) entry.removeAttribute(attribute)
        else if (entry.getAttribute(attribute) !== text) entry.setAttribute(attribute, text)
      }
    }
    const observer = new MutationObserver(look)
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['data-id'] })
    look()
    return () => {
      observer.disconnect()
      for (const entry of root.querySelectorAll(`[${attribute}]`)) entry.removeAttribute(attribute)
    }
  }, [frame, ids, attribute, text])
}

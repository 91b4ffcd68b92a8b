import { useEffect } from 'react'
import type { RefObject } from 'react'

/** `null` takes away. */
export type Attributes = Record<string, string | null>

/** By selector: what parts of a widget do not say by themselves. */
export type Additions = Record<string, Attributes>

/** Keeps attributes on parts of a widget, for those who do not see it or have no mouse. */
export function useAttributes(frame: RefObject<HTMLElement | null>, additions: Additions): void {
  useEffect(() => {
    const root = frame.current
    if (!root) return undefined
    const addAll = () => {
      for (const [selector, attributes] of Object.entries(additions)) {
        for (const part of root.querySelectorAll(selector)) setAll(part, attributes)
      }
    }
    const observer = new MutationObserver(addAll)
    const attributeFilter = ['class', 'aria-expanded']
    observer.observe(root, { subtree: true, childList: true, attributeFilter })
    addAll()
    return () => observer.disconnect()
  }, [frame, additions])
}

function setAll(part: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (part.getAttribute(name) === value) continue
    if (value === null) part.removeAttribute(name)
    else part.setAttribute(name, value)
  }
}

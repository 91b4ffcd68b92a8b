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
    const addIn = (tops: ReadonlySet<Element>) => {
      for (const [selector, attributes] of Object.entries(additions)) {
        for (const top of tops) {
          if (top.matches(selector)) setAll(top, attributes)
          for (const part of top.querySelectorAll(selector)) setAll(part, attributes)
        }
      }
    }
    // Where nothing has come, only what is another one now is looked through: a list may have a thousand entries.
    const observer = new MutationObserver((records) => {
      const hasCome = records.some(({ type }) => type === 'childList')
      addIn(new Set(hasCome ? [root] : records.map(({ target }) => target as Element)))
    })
    const attributeFilter = ['class', 'aria-expanded']
    observer.observe(root, { subtree: true, childList: true, attributeFilter })
    addIn(new Set([root]))
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

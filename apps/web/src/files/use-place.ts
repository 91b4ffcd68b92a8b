import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** A place of ours behind a part of the widget, which draws that anew now and then: the place goes with it. */
export function usePlace(
  frame: RefObject<HTMLElement | null>,
  behind: string,
  className: string,
): HTMLElement | null {
  const [place] = useState(() => {
    const made = document.createElement('span')
    made.className = className
    return made
  })
  const [isPlaced, setPlaced] = useState(false)
  useEffect(() => {
    const root = frame.current
    if (!root) return undefined
    const put = () => {
      const part = root.querySelector(behind)
      if (part && part.nextElementSibling !== place) part.after(place)
      setPlaced(part !== null)
    }
    const observer = new MutationObserver(put)
    observer.observe(root, { subtree: true, childList: true })
    put()
    return () => observer.disconnect()
  }, [frame, behind, place])
  return isPlaced ? place : null
}

import { useEffect } from 'react'
import type { RefObject } from 'react'

/** With more than this of the window it is no place that could be covered, but a whole list. */
const mostOfWindow = 0.4
/** What moves the keyboard is drawn at a moment that nobody tells; messages are there for some seconds only. */
const lookMs = 150

/**
 * Keeps messages off the place where the keyboard is: they stand at the foot of the window, and above all where they
 * would cover it there. They go back only when they would cover it again, and stay below a mouse that points at them.
 */
export function useClearWay(messages: RefObject<HTMLElement | null>, count: number): void {
  useEffect(() => {
    if (count === 0) return undefined
    const look = () => {
      const box = messages.current
      if (!box || box.matches(':hover')) return
      const places = placesOfKeyboard(box)
      const isInTheWay = () => {
        const its = box.getBoundingClientRect()
        return places.some((place) => areCrossing(its, place))
      }
      if (!isInTheWay()) return
      box.classList.toggle('above')
      // Where it is in the way everywhere it stays at the foot.
      if (isInTheWay()) box.classList.remove('above')
    }
    look()
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [messages, count])
}

/** What has the focus, and what is chosen in its list: not every list moves the focus along. */
function placesOfKeyboard(messages: HTMLElement | null): DOMRect[] {
  const focused = document.activeElement ?? document.body
  if (messages?.contains(focused)) return []
  const whole = focused.getBoundingClientRect()
  const isPart = whole.width * whole.height <= mostOfWindow * innerWidth * innerHeight
  const list = focused.closest('.wx-body, .wx-cards') ?? focused
  const chosen = list.querySelectorAll(':is(.wx-row, .wx-cards > .wx-item).wx-selected')
  return [
    ...(isPart && focused !== document.body ? [whole] : []),
    ...[...chosen].map((row) => row.getBoundingClientRect()),
  ]
}

function areCrossing(one: DOMRect, other: DOMRect): boolean {
  const isBeside = one.right <= other.left || other.right <= one.left
  return !isBeside && one.top < other.bottom && other.top < one.bottom
}

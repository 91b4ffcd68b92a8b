import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { closeMenus } from './close-menus.ts'
import { activatePanelOf } from './panel-of.ts'
import { selectedIn } from '../shown.ts'

const backLink = '/wx-filemanager-parent-link'
const entries = '.wx-cards .wx-item, .wx-cards .wx-back, .wx-list .wx-body .wx-row'
/** They have their own way. */
const others = '.entry-check, .wx-more'
/** Who is used to tap twice opens one thing, not what then lies below the finger, too. */
const second = { withinMs: 400, withinPx: 30 }

/**
 * One tap of a finger opens, as on every telephone: there is no second button, and two taps are for the magnifying glass.
 * Once a box was checked, taps check more, until nothing is chosen. Answers whether it is a finger that is at work.
 */
export function useTaps(
  frame: RefObject<HTMLElement | null>,
  api: IApi | null,
): Readonly<RefObject<boolean>> {
  const isFinger = useRef(false)
  useEffect(() => {
    const root = frame.current
    if (!root || !api) return undefined
    let isChoosing = false
    let opened: MouseEvent | null = null

    function point({ pointerType }: PointerEvent): void {
      isFinger.current = pointerType === 'touch'
    }

    /** Before the widget, which would choose what is tapped. */
    function tap(event: MouseEvent): void {
      const part = event.target as Element
      if (!isFinger.current || !event.isTrusted) return
      if (part.closest('.entry-check')) isChoosing = true
      const id = idOf(part.closest(entries))
      if (!id || part.closest(others)) return
      event.stopPropagation()
      closeMenus()
      if (event.type === 'dblclick' || isSecond(event, opened)) return
      // By the click, of which the widget does not hear.
      if (activatePanelOf(part, api!)) isChoosing = false
      isChoosing &&= selectedIn(api!).length > 0
      if (isChoosing && id !== backLink) return void api!.exec('select-file', { id, toggle: true })
      opened = event
      isChoosing = false
      part.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    }

    const useKeys = () => {
      isFinger.current = false
    }

    const tag = Symbol('useTaps')
    // The widget chooses the folder that one comes from, for arrows to go on there: to a finger it would be one more
    // of those it checks, and be deleted with them.
    api.intercept('set-path', (event) => void (isFinger.current && delete event.selected), { tag })
    const capture = { capture: true }
    root.addEventListener('keydown', useKeys, capture)
    root.addEventListener('pointerdown', point, capture)
    root.addEventListener('click', tap, capture)
    root.addEventListener('dblclick', tap, capture)
    return () => {
      api.detach(tag)
      root.removeEventListener('keydown', useKeys, capture)
      root.removeEventListener('pointerdown', point, capture)
      root.removeEventListener('click', tap, capture)
      root.removeEventListener('dblclick', tap, capture)
    }
  }, [api, frame])
  return isFinger
}

function isSecond(event: MouseEvent, first: MouseEvent | null): boolean {
  if (!first || event.timeStamp - first.timeStamp > second.withinMs) return false
  const away = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY)
  return away < second.withinPx
}

/** The widget writes ids with a colon before them. */
function idOf(part: Element | null): string | null {
  return part?.getAttribute('data-id')?.slice(1) ?? null
}

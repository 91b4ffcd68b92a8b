import type { Analysis } from '@triptych/contract/schedule'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { idOf } from '../gantt/element-id.ts'

/**
 * Marks the links that are not kept to and, if `isCritical`, those that drive what is critical. The widget has no class
 * for them without its own scheduling.
 */
export function useMarkedLinks(
  frame: RefObject<HTMLElement | null>,
  analysis: Analysis | null,
  isCritical: boolean,
): void {
  useEffect(() => {
    const root = frame.current
    if (!root) return undefined
    const marks = {
      'data-critical': isCritical ? drivingIn(analysis) : new Set<number>(),
      'data-broken': brokenIn(analysis),
    }
    const mark = () => {
      for (const line of root.querySelectorAll('.wx-links [data-link-id]')) {
        const id = Number(idOf(line, 'data-link-id'))
        for (const [name, links] of Object.entries(marks)) line.toggleAttribute(name, links.has(id))
      }
    }
    const observer = new MutationObserver(mark)
    if (Object.values(marks).some(({ size }) => size > 0)) {
      observer.observe(root, { subtree: true, childList: true, attributeFilter: ['data-link-id'] })
    }
    mark()
    return () => observer.disconnect()
  }, [frame, analysis, isCritical])
}

function drivingIn(analysis: Analysis | null): Set<number> {
  return new Set(
    Object.values(analysis?.tasks ?? {}).flatMap(({ critical, drivenBy }) =>
      critical && drivenBy.link !== undefined ? [drivenBy.link] : [],
    ),
  )
}

function brokenIn(analysis: Analysis | null): Set<number> {
  return new Set(
    (analysis?.conflicts ?? []).flatMap(({ kind, link }) =>
      kind === 'link' && link !== undefined ? [link] : [],
    ),
  )
}

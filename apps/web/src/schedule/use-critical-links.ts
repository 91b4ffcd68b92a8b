import type { Analysis } from '@triptych/contract/schedule'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { idOf } from '../gantt/element-id.ts'

/** Marks the links that drive what is critical. The widget has no class for them without its own scheduling. */
export function useCriticalLinks(
  frame: RefObject<HTMLElement | null>,
  analysis: Analysis | null,
): void {
  useEffect(() => {
    const root = frame.current
    if (!root) return undefined
    const driving = new Set(
      Object.values(analysis?.tasks ?? {}).flatMap(({ critical, drivenBy }) =>
        critical && drivenBy.link !== undefined ? [drivenBy.link] : [],
      ),
    )
    const mark = () => {
      for (const line of root.querySelectorAll('.wx-links [data-link-id]')) {
        line.toggleAttribute('data-critical', driving.has(Number(idOf(line, 'data-link-id'))))
      }
    }
    const observer = new MutationObserver(mark)
    if (driving.size > 0) {
      observer.observe(root, { subtree: true, childList: true, attributeFilter: ['data-link-id'] })
    }
    mark()
    return () => observer.disconnect()
  }, [frame, analysis])
}

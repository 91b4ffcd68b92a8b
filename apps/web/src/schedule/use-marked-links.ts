import type { Analysis } from '@triptych/contract/schedule'
import type { GanttConnection } from 'triptych-client'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { idOf } from '../gantt/element-id.ts'

interface Options {
  connection: GanttConnection | null
  analysis: Analysis | null
  isMarked: boolean
}

/**
 * Marks the links that are not kept to and, if `isMarked`, those that drive what is critical. The widget has no class
 * for them without its own scheduling.
 */
export function useMarkedLinks(
  frame: RefObject<HTMLElement | null>,
  { connection, analysis, isMarked }: Options,
): void {
  useEffect(() => {
    const root = frame.current
    if (!root || !connection) return undefined
    const marks = {
      'data-critical': isMarked ? drivingIn(analysis) : new Set<number>(),
      'data-broken': brokenIn(analysis),
    }
    const mark = () => {
      for (const line of root.querySelectorAll('.wx-links [data-link-id]')) {
        const shown = idOf(line, 'data-link-id')
        const id = shown === null ? NaN : Number(connection.realLinkId(shown))
        for (const [name, links] of Object.entries(marks)) line.toggleAttribute(name, links.has(id))
      }
    }
    const observer = new MutationObserver(mark)
    if (Object.values(marks).some(({ size }) => size > 0)) {
      observer.observe(root, { subtree: true, childList: true, attributeFilter: ['data-link-id'] })
    }
    mark()
    return () => observer.disconnect()
  }, [frame, connection, analysis, isMarked])
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

import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect } from 'react'
import type { RefObject } from 'react'

interface Sorting {
  key: string
  order?: 'asc' | 'desc'
  panel?: number
  path?: string
}

/**
 * Puts right how the table sorts: it goes by what was shown when it was first drawn, so each click
 * asked for the same order, and it takes the next click on a file for the one on the header.
 */
export function useSorting(frame: RefObject<HTMLElement | null>, api: IApi | null): void {
  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useSorting')
    api.intercept(
      'sort-files',
      (event) => {
        const sorting = event as Sorting
        const { panels = [], activePanel = 0 } = api.getState()
        const panel = sorting.panel ?? activePanel
        const path = panels[panel]?.path ?? '/'
        Object.assign(sorting, {
          path,
          order: nextOrder(sorting.key, sortsOf(panels[panel])[path]),
        })
        setTimeout(() => endClick(frame.current, panel))
        return true
      },
      { tag },
    )
    return () => api.detach(tag)
  }, [api, frame])
}

/** Names begin with A and are in that order at first; of sizes and dates the largest and newest are looked for. */
function nextOrder(key: string, now: Sorting = { key: 'name', order: 'asc' }): 'asc' | 'desc' {
  if (now.key === key) return now.order === 'asc' ? 'desc' : 'asc'
  return key === 'name' ? 'asc' : 'desc'
}

/** By folder. */
function sortsOf(panel: { _sorts?: object } | undefined): Record<string, Sorting | undefined> {
  return { ...panel?._sorts }
}

/** The click that the table waits for after one on its header. */
function endClick(root: HTMLElement | null, panel: number): void {
  const lists = root?.querySelectorAll('.wx-list')
  const list = lists?.[panel] ?? lists?.[0]
  list?.dispatchEvent(new MouseEvent('click', { bubbles: false }))
}

import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useStored } from '../../use-stored.ts'
import { keptOrder, nextOrder } from './sort-order.ts'
import type { Order } from './sort-order.ts'

interface Sorting extends Partial<Order> {
  key: string
  panel?: 0 | 1
  path?: string
  /** As it was chosen before, and not anew. */
  isKept?: boolean
}

/**
 * Puts right how the lists sort. The table goes by what was shown when it was first drawn, so each click asked for the
 * same order, and it takes the next click on a file for the one on the header. The widget has an order for each folder,
 * and forgets it: here the one that was chosen last holds for all of them, and stays in the browser.
 */
export function useSorting(frame: RefObject<HTMLElement | null>, api: IApi | null): void {
  const [text, store] = useStored('triptych.files.sort', '')
  const kept = useRef({ order: keptOrder(text), store })
  kept.current.store = store

  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useSorting')
    const keep = (panel: 0 | 1, path: string) => {
      const sorting: Sorting = { ...kept.current.order, panel, path, isKept: true }
      void api.exec('sort-files', sorting as Required<Sorting>)
    }
    const pathIn = (panel: 0 | 1) => api.getState().panels?.[panel]?.path ?? '/'
    const keepAll = () => ([0, 1] as const).forEach((panel) => keep(panel, pathIn(panel)))
    api.intercept(
      'sort-files',
      (event) => {
        const sorting = event as Sorting
        if (sorting.isKept) return true
        const panel = sorting.panel ?? api.getState().activePanel ?? 0
        const order = nextOrder(sorting.key, kept.current.order)
        kept.current.order = { key: sorting.key, order }
        kept.current.store(`${sorting.key} ${order}`)
        Object.assign(sorting, { path: pathIn(panel), order })
        setTimeout(() => endClick(frame.current, panel))
        // The other panel has the same.
        keep(panel === 0 ? 1 : 0, pathIn(panel === 0 ? 1 : 0))
        return true
      },
      { tag },
    )
    // Before the folder is shown, so that its files do not jump.
    api.intercept(
      'set-path',
      ({ id, panel }) => keep(panel ?? api.getState().activePanel ?? 0, id),
      { tag },
    )
    keepAll()
    return () => api.detach(tag)
  }, [api, frame])
}

/** The click that the table waits for after one on its header. */
function endClick(root: HTMLElement | null, panel: number): void {
  const lists = root?.querySelectorAll('.wx-list')
  const list = lists?.[panel] ?? lists?.[0]
  list?.dispatchEvent(new MouseEvent('click', { bubbles: false }))
}

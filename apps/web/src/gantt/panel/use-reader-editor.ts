import type { IApi } from '@svar-ui/react-gantt'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { idOf } from '../element-id.ts'

/** Whoever may only read opens a task as others do, to look at it: where nothing may be changed the widget opens none. */
export function useReaderEditor(
  frame: RefObject<HTMLElement | null>,
  api: IApi | null,
  mayChange: boolean,
): void {
  useEffect(() => {
    const root = frame.current
    if (!api || !root || mayChange) return undefined
    const open = ({ target }: MouseEvent) => {
      const place = (target as Element).closest('.wx-gantt :is(.wx-bar, .wx-row)[data-id]')
      const id = place && idOf(place, 'data-id')
      if (id !== null && api.getState().tasks.byId(id)) void api.exec('show-editor', { id })
    }
    root.addEventListener('dblclick', open)
    return () => root.removeEventListener('dblclick', open)
  }, [frame, api, mayChange])
}

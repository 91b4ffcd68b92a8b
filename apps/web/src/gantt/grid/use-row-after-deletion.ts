import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { cellsOf } from './cells.ts'

/** So long a row that is gone, or the question about it, may take to leave the screen. */
const frames = 20

/** Where a task was deleted that had the keyboard, the one that stands at its place now gets it. */
export function useRowAfterDeletion(frame: RefObject<HTMLElement | null>, api: IApi | null): void {
  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useRowAfterDeletion')
    const cells = cellsOf(api, () => false)
    const rows = () => api.getState()._tasks as readonly { id: TID }[]
    let place: number | null = null
    let next = 0

    api.intercept(
      'delete-task',
      (event) => {
        const { id, skipProvider } = event as { id: TID; skipProvider?: boolean }
        const found = rows().findIndex((one) => one.id === id)
        if (skipProvider || found < 0) return
        place = Math.min(place ?? found, found)
      },
      { tag },
    )
    api.on(
      'delete-task',
      (event) => {
        if ((event as { skipProvider?: boolean }).skipProvider) return
        cancelAnimationFrame(next)
        next = requestAnimationFrame(() => look(frames))
      },
      { tag },
    )

    function look(left: number): void {
      const id = rows()[Math.min(place ?? 0, rows().length - 1)]?.id
      if (document.activeElement === document.body && place !== null) {
        place = null
        if (id !== undefined) return cells.focus(id, 'text')
        return frame.current?.querySelector<HTMLElement>('.wx-layout')?.focus()
      }
      if (left > 0) next = requestAnimationFrame(() => look(left - 1))
      else place = null
    }
    return () => {
      cancelAnimationFrame(next)
      api.detach(tag)
    }
  }, [api, frame])
}

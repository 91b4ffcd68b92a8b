import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { inFrames } from '../../in-frames.ts'
import { cursorOf } from './cursor.ts'

/** So long a row that is gone, or the question about it, may take to leave the screen, where thousands are drawn. */
const frames = 120

/** Where a task was deleted that had the keyboard, by whomever, the one that stands at its place now gets it. */
export function useRowAfterDeletion(frame: RefObject<HTMLElement | null>, api: IApi | null): void {
  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useRowAfterDeletion')
    const cursor = cursorOf(api)
    const rows = () => api.getState()._tasks as readonly { id: TID }[]
    let place: number | null = null
    let stop: (() => void) | undefined

    api.intercept(
      'delete-task',
      (event) => {
        const { id, skipProvider } = event as { id: TID; skipProvider?: boolean }
        const found = rows().findIndex((one) => one.id === id)
        // What others delete concerns whoever is in it, or was in what has just gone with it.
        if (found < 0 || (skipProvider && place === null && !hasKeyboard(api, id))) return
        place = Math.min(place ?? found, found)
      },
      { tag },
    )
    api.on(
      'delete-task',
      () => {
        if (place === null) return
        stop?.()
        stop = inFrames(look, frames, () => (place = null))
      },
      { tag },
    )

    function look(): boolean {
      if (document.activeElement !== document.body || place === null) return false
      const id = rows()[Math.min(place, rows().length - 1)]?.id
      place = null
      if (id !== undefined) cursor.go(id, 'text')
      else frame.current?.querySelector<HTMLElement>('.wx-layout')?.focus()
      return true
    }
    return () => {
      stop?.()
      api.detach(tag)
    }
  }, [api, frame])
}

/** In its row, or in one below it. */
function hasKeyboard(api: IApi, id: TID): boolean {
  const { tasks } = api.getState()
  let at: TID | undefined = cursorOf(api).at()?.id
  while (at !== undefined && at !== id) at = tasks.byId(at)?.parent
  return at === id
}

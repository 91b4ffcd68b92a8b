import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { cursorOf } from './cursor.ts'

const arrows = new Set(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'])

/**
 * The way into the grid for whoever comes by Tab: that leads to the plan as a whole and to the headers, and from there
 * the widget knows no way to a task.
 */
export function useGridEntry(frame: RefObject<HTMLElement | null>, api: IApi | null): void {
  useEffect(() => {
    const root = frame.current
    if (!api || !root) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const column = entryAt(event.target, event.key)
      if (!column) return
      const rows = api.getState()._tasks as readonly { id: TID }[]
      const chosen = api.getState().selected?.at(-1)
      const id = rows.some((one) => one.id === chosen) ? chosen : rows[0]?.id
      if (id === undefined) return
      cursorOf(api).go(id, column)
      event.preventDefault()
      event.stopPropagation()
    }
    root.addEventListener('keydown', press, true)
    return () => root.removeEventListener('keydown', press, true)
  }, [api, frame])
}

/** The column into which a key leads from there, or `null` where it is for something else. */
function entryAt(target: EventTarget | null, key: string): string | null {
  if (!(target instanceof Element)) return null
  if (target.matches('.gantt-stage .wx-layout')) return arrows.has(key) ? 'text' : null
  const header = key === 'ArrowDown' && target.closest('.gantt-stage .wx-header [data-header-id]')
  return header ? (header.getAttribute('data-header-id')?.replace(/^:/, '') ?? null) : null
}

import type { IApi } from '@svar-ui/react-gantt'
import type { GanttConnection } from '@triptych/client'
import { useEffect, useRef, useState } from 'react'
import type { ViewProps } from '../view.ts'
import { scrollToToday } from './scroll-to-today.ts'
import { showTask } from './show-task.ts'
import type { PlanStatus } from './use-plan.ts'
import { zoomNamed, zoomNames } from './zoom.ts'
import type { Zoom, ZoomName } from './zoom.ts'

/** The address has the task that is selected, whether it is being edited, and the zoom. */
export function useGanttAddress(
  api: IApi | null,
  connection: GanttConnection | null,
  status: PlanStatus,
  { path, query, go }: ViewProps,
) {
  const [zoom, setZoom] = useState<Zoom>(() => zoomNamed(query.get('zoom')))
  const [zoomShown, setZoomShown] = useState<ZoomName>(zoom.name)
  const written = useRef<string | null>(null)
  const hasBegun = useRef(false)
  const named = path[0] ?? null
  const isEdited = query.has('edit')

  useEffect(() => {
    if (!api || !connection) return undefined
    const tag = Symbol('useGanttAddress')
    const write = () => {
      const state = api.getState()
      const selected = state.selected?.at(-1)
      const id = selected === undefined ? null : connection.realId(selected)
      const level = state.zoom ? zoomNames[state.zoom.level as number] : undefined
      const isOpen = state.activeTask !== null && state.activeTask === selected
      // A task that is on its way to the server has no number yet.
      const known = typeof id === 'number' ? String(id) : null
      written.current = known
      if (level) setZoomShown(level)
      const kept = { ...(level && level !== 'day' && { zoom: level }), ...(isOpen && { edit: '' }) }
      go(known ? [known] : [], kept, { replace: true })
    }
    // The widget has done it when the next task of the page begins.
    const soon = () => void setTimeout(write, 2)
    for (const action of ['select-task', 'show-editor', 'zoom-scale', 'delete-task']) {
      api.on(action, soon, { tag })
    }
    return () => api.detach(tag)
  }, [api, connection, go])

  useEffect(() => {
    if (!api || !connection || status !== 'shown') return
    const isFirst = !hasBegun.current
    hasBegun.current = true
    if (named === null && isFirst) scrollToToday(api)
    if (named === null || named === written.current) return
    written.current = named
    showTask(api, connection.shownId(Number(named)), isEdited)
  }, [api, connection, status, named, isEdited])

  function change(next: Zoom): void {
    setZoom(next)
    setZoomShown(next.name)
    const kept = { ...Object.fromEntries(query), zoom: next.name }
    go(path, kept, { replace: true })
  }

  return { zoom, zoomShown, setZoom: change }
}

import type { IApi } from '@svar-ui/react-gantt'
import type { GanttConnection, LoadState } from 'triptych-client'
import { useEffect, useRef, useState } from 'react'
import type { ViewProps } from '../view.ts'
import { cellAt } from './grid/cell-at.ts'
import { cursorOf } from './grid/cursor.ts'
import { scrollToWork } from './chart/scroll-to-today.ts'
import { showTask } from './chart/show-task.ts'
import { zoomNamed, zoomNames } from './chart/zoom.ts'
import type { Zoom, ZoomName } from './chart/zoom.ts'
import { reasonOf, t } from '../words/words.ts'

/** The widget has done it when the next task of the page begins. */
const doneMs = 2

/** Whoever holds an arrow goes through thirty tasks a second; browsers refuse so many addresses, and draw the page for each. */
const restMs = 150

/** The address has the task that is selected, whether it is being edited, and the zoom. */
export function useGanttAddress(
  api: IApi | null,
  connection: GanttConnection | null,
  status: LoadState['state'],
  { path, query, go, tell }: ViewProps,
) {
  const [zoom, setZoom] = useState<Zoom>(() => zoomNamed(query.get('zoom')))
  const [zoomShown, setZoomShown] = useState<ZoomName>(zoom.name)
  const written = useRef<string | null>(null)
  const writing = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What others have in the address is theirs. */
  const others = useRef<Record<string, string>>({})
  const { zoom: _zoom, edit: _edit, ...theirs } = Object.fromEntries(query)
  others.current = theirs
  const hasBegun = useRef(false)
  const named = path[0] ?? null
  const isEdited = query.has('edit')

  useEffect(() => {
    if (!api || !connection) return undefined
    const tag = Symbol('useGanttAddress')
    let isOver = false
    let awaited: string | number | null = null
    const write = () => {
      if (isOver) return
      const state = api.getState()
      const selected = state.selected?.at(-1)
      const id = selected === undefined ? null : connection.realId(selected)
      const level = state.zoom ? zoomNames[state.zoom.level as number] : undefined
      const isOpen = state.activeTask !== null && state.activeTask === selected
      const known = typeof id === 'number' ? String(id) : null
      // A task that is on its way to the server has no number yet.
      if (id !== null && known === null && awaited !== id) {
        awaited = id
        void connection.settled().then(write, () => {})
      }
      written.current = known
      if (level) setZoomShown(level)
      const kept = {
        ...others.current,
        ...(level && level !== 'day' && { zoom: level }),
        ...(isOpen && { edit: '' }),
      }
      go(known ? [known] : [], kept, { replace: true })
    }
    const after = (ms: number) => () => {
      clearTimeout(writing.current)
      writing.current = setTimeout(write, ms)
    }
    for (const action of ['show-editor', 'zoom-scale', 'delete-task']) {
      api.on(action, after(doneMs), { tag })
    }
    api.on('select-task', after(restMs), { tag })
    return () => {
      isOver = true
      api.detach(tag)
    }
  }, [api, connection, go])

  useEffect(() => {
    if (!api || !connection || status !== 'shown') return
    const isFirst = !hasBegun.current
    hasBegun.current = true
    if (named === null && isFirst) scrollToWork(api)
    if (named === null || named === written.current) return
    written.current = named
    // That of a task one has just left by this address.
    clearTimeout(writing.current)
    const id = connection.shownId(Number(named))
    const kept = { ...others.current, ...(query.has('zoom') && { zoom: query.get('zoom')! }) }
    const isOut = () => written.current !== named
    // The widget knows the places of new rows when the next task of the page begins.
    const reached = connection.reach(id).then(async (isThere) => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      return isThere
    })
    reached.then(
      (isThere) => {
        if (isOut()) return
        if (isThere) {
          showTask(api, id, isEdited)
          if (!isEdited && isKeyboardFree()) cursorOf(api).go(id, 'text')
          return
        }
        tell({ kind: 'error', text: t('There is no task {named}.', { named }) })
        written.current = null
        go([], kept, { replace: true })
      },
      (error: Error) =>
        tell({
          kind: 'error',
          text: t('The plan could not be read. {message}', { message: reasonOf(error) }),
        }),
    )
  }, [api, connection, status, named, isEdited, tell, go])

  function change(next: Zoom): void {
    setZoom(next)
    setZoomShown(next.name)
    const kept = { ...Object.fromEntries(query), zoom: next.name }
    go(path, kept, { replace: true })
  }

  return { zoom, zoomShown, setZoom: change }
}

/** Whether it is nowhere, where a link or a button has led here from, or in a cell that was left. */
function isKeyboardFree(): boolean {
  const at = document.activeElement
  if (!at || at === document.body || at.closest('.header')) return true
  return cellAt(at) !== null && !at.matches('input, textarea')
}

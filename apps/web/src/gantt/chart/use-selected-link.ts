import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { idOf } from '../element-id.ts'

/**
 * The link that is selected. The widget keeps that to itself and shows it, so what it shows is
 * looked at. Only one kind of thing is selected at a time: what is deleted then is what is marked.
 */
export function useSelectedLink(frame: RefObject<HTMLElement | null>, api: IApi | null) {
  const [selected, setSelected] = useState<TID | null>(null)

  useEffect(() => {
    if (!api) return undefined
    const look = () => {
      const line = frame.current?.querySelector('.wx-line-selected')
      const id = line ? idOf(line, 'data-link-id') : null
      setSelected(id)
      if (id === null) return
      if (api.getState().activeTask !== null) void api.exec('show-editor', { id: null as never })
      for (const task of api.getState().selected ?? []) {
        void api.exec('select-task', { id: task, toggle: true, show: false })
      }
    }
    // A click decides it, and the widget has drawn it when the next task of the page begins.
    const soon = () => void setTimeout(look)
    document.addEventListener('click', soon)
    return () => document.removeEventListener('click', soon)
  }, [api, frame])

  function deleteLink(): void {
    if (selected === null || !api?.getState().links.byId(selected)) return
    void api.exec('delete-link', { id: selected })
    // So the widget lets go of it: a click elsewhere.
    document.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }

  return { selectedLink: selected, isLinkSelected: selected !== null, deleteLink }
}

import type { IApi } from '@svar-ui/react-gantt'
import { useEffect } from 'react'
import type { RefObject } from 'react'

const popups = '.wx-menu, .wx-popup, .wx-dropdown'

/** Escape closes what lies on top: a menu or a calendar, then the editor, whose task has the focus afterwards. */
export function useEscape(frame: RefObject<HTMLElement | null>, api: IApi | null): void {
  useEffect(() => {
    if (!api) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (document.querySelector('dialog[open], :popover-open')) return
      if (document.querySelector(popups)) return clickElsewhere()
      const { activeTask } = api.getState()
      const id = typeof activeTask === 'object' ? activeTask?.id : activeTask
      const target = event.target as Element
      // A cell that is edited is left by itself.
      if (!id || target.closest('.wx-table-box :is(input, textarea, [contenteditable])')) return
      // So that what is typed is saved.
      if (target.closest('.wx-gantt-editor')) (target as HTMLElement).blur()
      void api.exec('show-editor', { id: null as never })
      const value = CSS.escape(typeof id === 'string' ? `:${id}` : String(id))
      const row = `.wx-table-box .wx-row[data-id="${value}"] [data-col-id=":text"]`
      frame.current?.querySelector<HTMLElement>(row)?.focus({ preventScroll: true })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [api, frame])
}

/** The widget closes its menus by a click anywhere else, and knows no key for it. */
function clickElsewhere(): void {
  for (const name of ['mousedown', 'click']) {
    document.body.dispatchEvent(new MouseEvent(name, { bubbles: true }))
  }
}

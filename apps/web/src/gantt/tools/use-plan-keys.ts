import type { IApi } from '@svar-ui/react-gantt'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { isTyping } from '../../is-typing.ts'

interface Hotkey {
  key: string
  event?: KeyboardEvent
}

/** Keys that delete: nothing while the editor is open, the link that is selected, or the tasks. Ctrl+D is none of them. */
export function usePlanKeys(
  frame: RefObject<HTMLElement | null>,
  api: IApi | null,
  { isLinkSelected, deleteLink }: { isLinkSelected: boolean; deleteLink: () => void },
): void {
  const latest = useRef({ isLinkSelected, deleteLink })
  latest.current = { isLinkSelected, deleteLink }

  useEffect(() => {
    const root = frame.current
    if (!api || !root) return undefined
    const tag = Symbol('usePlanKeys')
    api.intercept(
      'hotkey',
      (hotkey) => {
        const { key, event } = hotkey as Hotkey
        if (key === 'ctrl+d') event?.preventDefault()
        if (key === 'ctrl+d') return false
        if (key !== 'backspace') return true
        const isEdited = Boolean(api.getState().activeTask)
        if (!isEdited && !latest.current.isLinkSelected) return true
        event?.preventDefault()
        if (!isEdited) latest.current.deleteLink()
        return false
      },
      { tag },
    )
    // The widget knows Backspace only.
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Delete' || isTyping(event.target)) return
      // Who stands among the people does not mean a task.
      if (event.target instanceof Element && event.target.closest('.load-panel')) return
      void api.exec('hotkey', { key: 'backspace', event, isInput: false })
    }
    root.addEventListener('keydown', press)
    return () => {
      api.detach(tag)
      root.removeEventListener('keydown', press)
    }
  }, [api, frame])
}

import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { isTyping } from '../is-typing.ts'
import { listKeys } from './list-keys.ts'
import type { EntryActions } from './use-entry-actions.tsx'

/** The keys of the files. They come before those of the widget, which knows fewer and asks in its own way. */
export function useFileKeys(
  frame: RefObject<HTMLElement | null>,
  api: IApi | null,
  actions: EntryActions,
): void {
  useEffect(() => {
    const inList = api && listKeys(frame.current, api)
    let isSettling = false
    // The widget chooses a card a moment after the click on it, of which it hears before this does.
    function click(): void {
      isSettling = true
      setTimeout(() => (isSettling = false), 1)
    }
    function press(event: KeyboardEvent): void {
      const part = event.target as Element
      const isHere = part === document.body || frame.current?.contains(part)
      if (!isHere || document.querySelector('dialog[open]')) return
      if (isTyping(part)) return
      // It is for what was clicked, and not for what was chosen before.
      if (isSettling && event.key !== 'Tab') {
        taken(event)
        setTimeout(() => part.dispatchEvent(new KeyboardEvent('keydown', event)), 1)
        return
      }
      // The widget opens what is chosen by Enter, also where that is meant for a button.
      if (event.key === 'Enter' && part.closest('button')) return event.stopPropagation()
      const run = actionOf(event, actions) ?? inList?.(event)
      if (!run) return
      taken(event)
      run()
    }
    document.addEventListener('click', click)
    document.addEventListener('keydown', press, { capture: true })
    return () => {
      document.removeEventListener('click', click)
      document.removeEventListener('keydown', press, { capture: true })
    }
  }, [frame, api, actions])
}

function taken(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

function actionOf(event: KeyboardEvent, actions: EntryActions): (() => void) | undefined {
  const { key, altKey, shiftKey } = event
  const isCtrl = event.ctrlKey || event.metaKey
  const selected = actions.selected()
  const [first] = selected
  if (isCtrl && !altKey && !shiftKey) {
    // Whoever has marked words wants those.
    const hasMarked = getSelection()?.isCollapsed === false
    return {
      a: actions.selectAll,
      c: hasMarked ? undefined : () => actions.take(selected, 'copy-files'),
      x: hasMarked ? undefined : () => actions.take(selected, 'move-files'),
      v: () => actions.paste(),
    }[key.toLowerCase()]
  }
  if (altKey) return key === 'ArrowUp' ? actions.goUp : undefined
  if (isCtrl || shiftKey) return undefined
  const keys: Record<string, (() => void) | undefined> = {
    Delete: () => actions.askDelete(selected),
    F2: first && selected.length === 1 ? () => actions.askName({ rename: first }) : undefined,
    Backspace: actions.goUp,
    Escape: selected.length > 0 ? actions.selectNone : undefined,
  }
  return keys[key]
}

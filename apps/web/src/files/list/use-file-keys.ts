import type { IApi } from '@svar-ui/react-filemanager'
import type { UploadFile } from 'triptych-client'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { isTyping } from '../../is-typing.ts'
import { listKeys } from './list-keys.ts'
import type { PutAction } from '../deeds/place-dialog.tsx'
import { isSearching } from '../shown.ts'
import type { EntryActions } from '../deeds/use-entry-actions.tsx'
import { focusList } from './use-list-focus.ts'

/** The keys of the files. They come before those of the widget, which knows fewer and asks in its own way. */
export function useFileKeys(
  frame: RefObject<HTMLElement | null>,
  api: IApi | null,
  actions: EntryActions,
  /** Is given the files that are pasted. */
  upload: (files: readonly UploadFile[]) => void,
): void {
  const latestUpload = useRef(upload)
  latestUpload.current = upload
  useEffect(() => {
    const inList = api && listKeys(frame.current, api)
    let isSettling = false
    // The widget chooses a card a moment after the click on it, of which it hears before this does.
    function click(): void {
      isSettling = true
      setTimeout(() => (isSettling = false), 1)
    }
    function isForFiles({ target }: Event): boolean {
      const part = target as Element
      const isHere = part === document.body || frame.current?.contains(part)
      return Boolean(isHere) && !document.querySelector('dialog[open]') && !isTyping(part)
    }
    function press(event: KeyboardEvent): void {
      const part = event.target as Element
      if (api && part.matches('.wx-search-input input')) return leaveSearch(event)
      if (!isForFiles(event)) return
      if (part.closest('.details')) return besideList(event)
      // The browser says next what is copied or pasted; the widget has keys of its own for it.
      if (isOfClipboard(event)) return event.stopPropagation()
      // It is for what was clicked, and not for what was chosen before.
      if (isSettling && event.key !== 'Tab') {
        taken(event)
        setTimeout(() => part.dispatchEvent(new KeyboardEvent('keydown', event)), 1)
        return
      }
      // The widget opens what is chosen by Enter, also where that is meant for a button.
      if (event.key === 'Enter' && part.closest('button')) return event.stopPropagation()
      if (event.key === 'Escape' && actions.giveUpCut()) return taken(event)
      if (event.key === 'Escape' && actions.selected().length === 0) return leaveSearch(event)
      const run = actionOf(event, actions) ?? inList?.(event)
      if (!run) return
      taken(event)
      run()
    }
    /** Of the pane beside the list: what is scrolled and pressed there is no matter of the list. */
    function besideList(event: KeyboardEvent): void {
      const isOfPage = event.ctrlKey || event.metaKey || event.altKey
      if (!isOfPage) event.stopPropagation()
      if (event.key === 'Escape') focusList(frame.current)
    }
    /** For what was found, or for the folder that was there before. */
    function leaveSearch(event: KeyboardEvent): void {
      const ends = event.key === 'Escape' && api && isSearching(api)
      // The widget knows nothing yet of what is being sought.
      const clear = event.key === 'Escape' && !ends ? clearOf(event.target as Element) : null
      if (!ends && !clear && (event.key !== 'ArrowDown' || event.isComposing)) return
      taken(event)
      if (ends) void api.exec('filter-files', { text: '' })
      clear?.click()
      focusList(frame.current)
    }
    const take = (action: PutAction) => (event: ClipboardEvent) => {
      // Whoever has marked words wants those.
      if (!isForFiles(event) || getSelection()?.isCollapsed === false) return
      event.preventDefault()
      if (isSettling) setTimeout(() => actions.take(actions.selected(), action), 1)
      else actions.take(actions.selected(), action)
    }
    function paste(event: ClipboardEvent): void {
      if (!isForFiles(event)) return
      event.preventDefault()
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return actions.paste()
      latestUpload.current(files.map((file) => ({ file, name: file.name })))
    }
    const heard = { copy: take('copy-files'), cut: take('move-files'), paste }
    for (const [name, listen] of Object.entries(heard)) {
      document.addEventListener(name as 'copy', listen)
    }
    document.addEventListener('click', click)
    document.addEventListener('keydown', press, { capture: true })
    return () => {
      for (const [name, listen] of Object.entries(heard)) {
        document.removeEventListener(name as 'copy', listen)
      }
      document.removeEventListener('click', click)
      document.removeEventListener('keydown', press, { capture: true })
    }
  }, [frame, api, actions])
}

function taken(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

function isOfClipboard({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isCtrl = (ctrlKey || metaKey) && !altKey && !shiftKey
  return isCtrl && ['c', 'x', 'v'].includes(key.toLowerCase())
}

function actionOf(event: KeyboardEvent, actions: EntryActions): (() => void) | undefined {
  const { key, altKey, shiftKey } = event
  const isCtrl = event.ctrlKey || event.metaKey
  const selected = actions.selected()
  const [first] = selected
  const isOne = selected.length === 1 && first !== undefined
  if (isCtrl && !altKey && shiftKey)
    return isOne && key.toLowerCase() === 'l' ? () => actions.share(first) : undefined
  if (isCtrl && !altKey && !shiftKey)
    return key.toLowerCase() === 'a' ? actions.selectAll : undefined
  if (altKey) return key === 'ArrowUp' ? actions.goUp : undefined
  if (isCtrl || shiftKey) return undefined
  const keys: Record<string, (() => void) | undefined> = {
    Delete: () => actions.askDelete(selected),
    F2: isOne ? () => actions.askName({ rename: first }) : undefined,
    Backspace: actions.goUp,
    Escape: selected.length > 0 ? actions.selectNone : undefined,
  }
  return keys[key]
}

/** What empties the field for what is sought, where there is something in it. */
function clearOf(field: Element): HTMLElement | null {
  return field.closest('.wx-search-input')?.querySelector('.wxi-close') ?? null
}

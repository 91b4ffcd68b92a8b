import type { IApi } from '@svar-ui/react-gantt'
import { useEffect, useRef } from 'react'
import { inFrames } from '../../in-frames.ts'

/** The widget fills its fields some frames after it has drawn them; for longer than this nobody waits for it. */
const mostFrames = 180

/** Puts the cursor behind the name when the editor opens, so that what is typed goes there. */
export function useEditorFocus(api: IApi | null, edited: string | number | null): void {
  const wasOpen = useRef(false)
  const latest = useRef(api)
  latest.current = api

  useEffect(() => {
    const isOpen = edited !== null
    const hasOpened = isOpen && !wasOpen.current
    wasOpen.current = isOpen
    // A keyboard on the screen would cover what was just opened.
    if (!hasOpened || matchMedia('(pointer: coarse)').matches) return undefined
    // The widget draws its editor when it likes.
    return inFrames(() => {
      const name = document.querySelector<HTMLInputElement>('.wx-gantt-editor input')
      if (!name) return false
      name.focus()
      const { text } = (edited !== null && latest.current?.getState().tasks.byId(edited)) || {}
      // On another tab the first one may be a box to tick.
      if (name.type === 'text') typeBehind(name, Boolean(text))
      return true
    }, Infinity)
  }, [edited])

  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useEditorFocus')
    let end = () => {}
    void Promise.resolve(api.getTable(true)).then((table) => {
      // The grid takes the focus for the task that was opened, a moment later.
      table.intercept('focus-cell', (event) => wasClicked(event) || !isInEditor(), { tag })
      end = () => table.detach(tag)
    })
    return () => end()
  }, [api])
}

function wasClicked(event: object): boolean {
  return (event as { eventSource?: string }).eventSource === 'click'
}

function isInEditor(): boolean {
  return Boolean(document.activeElement?.closest('.wx-gantt-editor'))
}

/** The cursor goes behind the name, and so does what is typed before that is there: it would be all that is left of it. */
function typeBehind(name: HTMLInputElement, isToCome: boolean): void {
  let early = ''
  const hold = (event: InputEvent) => {
    event.preventDefault()
    early += event.data ?? ''
  }
  name.addEventListener('beforeinput', hold)
  if (!isToCome || name.value !== '') return begin()
  inFrames(isThere, mostFrames, begin)

  function isThere(): boolean {
    if (name.value === '') return false
    begin()
    return true
  }

  function begin(): void {
    name.removeEventListener('beforeinput', hold)
    const { length } = name.value
    name.setRangeText(early, length, length, 'end')
    if (!early) return
    // The browser tells of no change that it has not seen being typed.
    for (const kind of ['input', 'change']) name.dispatchEvent(new Event(kind, { bubbles: true }))
  }
}

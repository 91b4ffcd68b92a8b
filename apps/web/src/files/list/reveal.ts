import type { IApi } from '@svar-ui/react-filemanager'
import type { RefObject } from 'react'
import { showEntry } from './list-keys.ts'
import { shownFiles } from '../shown.ts'
import { focusList } from './use-list-focus.ts'

/** How often it is looked whether a list is drawn. */
const framesToWait = 120
/** For so long a list may still move, as what is new in it gets its place. */
const settlingFrames = 10

/** Brings an entry in sight that is chosen, and the keyboard to it, as soon as it is drawn. */
export function revealer(
  frame: RefObject<HTMLElement | null>,
  api: IApi,
  { takesKeys = true } = {},
) {
  let next = 0

  function look(id: string, tries: number): void {
    const isThere = shownFiles(api).some((file) => file.id === id)
    const isDrawn = frame.current?.querySelector('.wx-cards .wx-item, .wx-body .wx-row')
    if (isThere && isDrawn) {
      if (takesKeys && !isElsewhere(frame.current)) focusList(frame.current)
      keepInSight(id, settlingFrames)
    } else if (tries > 0) next = requestAnimationFrame(() => look(id, tries - 1))
  }

  function keepInSight(id: string, frames: number): void {
    showEntry(frame.current, api, id)
    if (frames > 1) next = requestAnimationFrame(() => keepInSight(id, frames - 1))
  }

  const stop = () => cancelAnimationFrame(next)
  const reveal = (id: string) => {
    stop()
    next = requestAnimationFrame(() => look(id, framesToWait))
  }
  return { reveal, stop }
}

/** Whoever has gone on to something else meanwhile keeps the keyboard there; a message goes when it was answered. */
function isElsewhere(frame: HTMLElement | null): boolean {
  const at = document.activeElement
  if (document.querySelector('dialog[open]')) return true
  return at !== null && at !== document.body && !frame?.contains(at) && !at.closest('.toasts')
}

import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect } from 'react'
import type { RefObject } from 'react'

/** What the widget gives to folders in which it knows others. */
const arrow = ['wx-toggle', 'wxi-angle-right']

/**
 * The widget has an arrow for a folder of the tree only when it has read what is in it, so that it seems as if nothing
 * were below the others. Here they have one, too, and are read when they are opened by it.
 */
export function useTreeArrows(frame: RefObject<HTMLElement | null>, api: IApi | null): void {
  useEffect(() => {
    const root = frame.current
    if (!root || !api) return undefined
    const tag = Symbol('useTreeArrows')
    let nextLook = 0
    const look = () => {
      for (const place of root.querySelectorAll<HTMLElement>('.wx-tree .wx-toggle-placeholder')) {
        const id = place.closest('li')?.getAttribute('data-id')?.replace(/^:/, '')
        const isUnread = id !== undefined && mayHoldFolders(api.getFile(id))
        for (const name of arrow) place.classList.toggle(name, isUnread)
        if (isUnread) place.dataset['action'] = 'toggle'
        else delete place.dataset['action']
      }
    }
    const lookSoon = () => {
      cancelAnimationFrame(nextLook)
      nextLook = requestAnimationFrame(look)
    }
    const observer = new MutationObserver(look)
    observer.observe(root, { subtree: true, childList: true })
    // Where there is nothing below it, nothing is drawn anew.
    api.on('provide-data', lookSoon, { tag })
    api.on(
      'open-tree-folder',
      ({ id, mode }) => {
        if (mode && api.getFile(id)?.lazy) void api.exec('request-data', { id })
      },
      { tag },
    )
    look()
    return () => {
      cancelAnimationFrame(nextLook)
      observer.disconnect()
      api.detach(tag)
    }
  }, [frame, api])
}

/** The types do not tell of `count`, which the server says of folders that are listed. */
function mayHoldFolders(entry: { lazy?: boolean; count?: number } | null): boolean {
  return entry?.lazy === true && entry.count !== 0
}

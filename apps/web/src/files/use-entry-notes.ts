import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { when } from '../accounts/when.ts'
import { dayText } from './day-text.ts'
import { formatSize } from './format-size.ts'
import { aboveOf, isSearching, shownIn } from './shown.ts'
import { t } from '../words/words.ts'

/** What may have no room for all of a name. */
const named = '.wx-cards .wx-item, .wx-row .wx-name, .wx-tree li, .wx-breadcrumbs .wx-item'

/**
 * Says below each card how large and how old it is, and of what was found where it lies, shows that as the list was
 * shown before, and tells whole names to whoever points at them.
 */
export function useEntryNotes(frame: RefObject<HTMLElement | null>, api: IApi | null): void {
  useEffect(() => {
    const root = frame.current
    if (!root || !api) return undefined
    const look = () => {
      root.classList.toggle('found-rows', isSearching(api) && shownIn(api).mode !== 'cards')
      // The widget says so in the root only.
      const list = root.querySelector('.wx-search .wx-cards')
      const none = t('Nothing was found.')
      if (list?.getAttribute('data-none') !== none) list?.setAttribute('data-none', none)
      for (const card of root.querySelectorAll('.wx-cards .wx-item[data-id]')) {
        const about = aboutOf(api, card)
        const place = card.querySelector('.wx-file-name, .wx-folder-name')
        if (place && place.getAttribute('data-about') !== about) {
          place.setAttribute('data-about', about)
        }
      }
    }
    const point = ({ target }: PointerEvent) => {
      const part = (target as Element).closest(named)
      if (!part) return
      const name = (part.querySelector('.wx-name') ?? part).textContent?.trim() ?? ''
      const about = part.querySelector('[data-about]')?.getAttribute('data-about') ?? ''
      part.setAttribute('title', [name, about].filter(Boolean).join('\n'))
    }
    const observer = new MutationObserver(look)
    observer.observe(root, { subtree: true, childList: true })
    // What has changed in a file is not always drawn.
    const end = api.getReactiveState().panels?.subscribe(look) as unknown as (() => void) | null
    root.addEventListener('pointerover', point)
    look()
    return () => {
      observer.disconnect()
      end?.()
      root.removeEventListener('pointerover', point)
    }
  }, [api, frame])
}

/** In one line: `1.5 KB · 17 Nov 2026`, and of what was found `/attic/box · 1.5 KB · 17 Nov 2026, 18:00`. */
function aboutOf(api: IApi, card: Element): string {
  const id = card.getAttribute('data-id')?.slice(1) ?? ''
  const { size, date, type } = api.getFile(id) ?? {}
  const isFound = isSearching(api)
  const above = aboveOf(id) === '/' ? t('All files') : aboveOf(id)
  const parts = [
    isFound ? above : type === 'folder' ? t('Folder') : '',
    size === undefined || type === 'folder' ? '' : formatSize(size),
    date && isFound ? when(date.toISOString()) : dayText(date),
  ]
  return parts.filter(Boolean).join(' · ')
}

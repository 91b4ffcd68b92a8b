import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { when } from '../accounts/when.ts'
import { formatSize } from './format-size.ts'
import { aboveOf, isSearching, shownIn } from './shown.ts'
import { t } from '../words/words.ts'

/** Says of each thing that was found where it lies, and shows them as the list was shown before. */
export function useFound(frame: RefObject<HTMLElement | null>, api: IApi | null): void {
  useEffect(() => {
    const root = frame.current
    if (!root || !api) return undefined
    const look = () => {
      root.classList.toggle('found-rows', isSearching(api) && shownIn(api).mode !== 'cards')
      // The widget says so in the root only.
      const list = root.querySelector('.wx-search .wx-cards')
      const none = t('Nothing was found.')
      if (list?.getAttribute('data-none') !== none) list?.setAttribute('data-none', none)
      for (const card of root.querySelectorAll('.wx-search .wx-item[data-id]')) {
        const about = aboutOf(api, card.getAttribute('data-id')?.slice(1) ?? '')
        const place = card.querySelector('.wx-file-name, .wx-folder-name')
        if (place && place.getAttribute('data-about') !== about) {
          place.setAttribute('data-about', about)
          card.setAttribute('title', about)
        }
      }
    }
    const observer = new MutationObserver(look)
    observer.observe(root, { subtree: true, childList: true })
    look()
    return () => observer.disconnect()
  }, [api, frame])
}

/** In one line: `/attic/box · 1.5 KB · 17 Nov 2026, 18:00`. */
function aboutOf(api: IApi, id: string): string {
  const folder = aboveOf(id) === '/' ? t('All files') : aboveOf(id)
  const { size, date } = api.getFile(id) ?? {}
  const parts = [
    folder,
    size === undefined ? '' : formatSize(size),
    date ? when(date.toISOString()) : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { when } from '../../accounts/when.ts'
import { dayText } from './day-text.ts'
import { formatSize } from '../format-size.ts'
import { aboveOf, isSearching, shownIn } from '../shown.ts'
import { t } from '../../words/words.ts'

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
    const noted = new WeakMap<Element, Facts>()
    const look = () => {
      root.classList.toggle('found-rows', isSearching(api) && shownIn(api).mode !== 'cards')
      // The widget says so in the root only.
      const list = root.querySelector('.wx-search .wx-cards')
      const none = t('Nothing was found.')
      if (list?.getAttribute('data-none') !== none) list?.setAttribute('data-none', none)
      const isFound = isSearching(api)
      for (const card of root.querySelectorAll('.wx-cards > .wx-item')) {
        // All are looked at with each change of what is selected, and to write a date takes its time.
        const known = noted.get(card)
        const facts = factsOf(api, known?.id ?? card.getAttribute('data-id')!.slice(1), isFound)
        if (known && isSame(known, facts)) continue
        noted.set(card, facts)
        const place = card.querySelector('.wx-file-name, .wx-folder-name')
        place?.setAttribute('data-about', aboutOf(facts))
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

/** What is said of an entry is made of these. */
interface Facts {
  id: string
  size: number | undefined
  date: Date | undefined
  type: string | undefined
  isFound: boolean
}

function factsOf(api: IApi, id: string, isFound: boolean): Facts {
  const { size, date, type } = api.getFile(id) ?? {}
  return { id, size, date, type, isFound }
}

function isSame(one: Facts, other: Facts): boolean {
  const isAsLarge = one.size === other.size && one.type === other.type
  return isAsLarge && one.date?.getTime() === other.date?.getTime() && one.isFound === other.isFound
}

/** In one line: `1.5 KB · 17 Nov 2026`, and of what was found `/attic/box · 1.5 KB · 17 Nov 2026, 18:00`. */
function aboutOf({ id, size, date, type, isFound }: Facts): string {
  const above = aboveOf(id) === '/' ? t('All files') : aboveOf(id)
  const parts = [
    isFound ? above : type === 'folder' ? t('Folder') : '',
    size === undefined || type === 'folder' ? '' : formatSize(size),
    date && isFound ? when(date.toISOString()) : dayText(date),
  ]
  return parts.filter(Boolean).join(' · ')
}
